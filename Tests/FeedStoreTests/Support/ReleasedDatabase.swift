import FeedSchema
import GRDB

/// A database as the program with five migrations wrote it: two collections, one with an open walk, one read by delta;
/// an edit and two removals; a section config; a slot with its ad; impressions and taps, one of them not delivered.
enum ReleasedDatabase {
    /// The number of migrations that program knew.
    static let version = 5
    /// The number of migrations of the last program whose tables and columns had the names of then.
    static let lastVersionBeforeRenames = 8

    /// Makes the file, as it is after a program with `version` migrations has brought it up to date.
    static func write(to path: String, version: Int = version) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            for step in FeedSchema.migrations.prefix(Self.version) { try db.execute(sql: step.parts.joined()) }
            // The rows hold what the triggers wrote.
            let triggers = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
            for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger["name"] as String)") }
            try db.execute(sql: rows)
            for trigger in triggers { try db.execute(sql: trigger["sql"]) }
            for step in FeedSchema.migrations.prefix(version).dropFirst(Self.version) {
                try db.execute(sql: step.parts.joined())
            }
            if version == lastVersionBeforeRenames { try db.execute(sql: rowsOfMigration8) }
            try db.execute(sql: "PRAGMA application_id = \(FeedSchema.applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
        try queue.close()
    }

    private static let rows = #"""
        INSERT INTO source VALUES(1,'scripted',257,NULL,NULL,'https://api.example.com/api/sections',NULL,NULL,\#
        1795302941278,0);
        INSERT INTO collection VALUES(1,1,'articles',2,0,'62ae45274a151fe82db5cab70565c0a6','200',1795302939257,\#
        'unchanged',1795302941339,1795302941339,0,NULL,NULL);
        INSERT INTO collection VALUES(2,1,'photos',3,0,'eb617b8f2a65236595d4d81af35e11d8','99',1795302939254,\#
        'interrupted',1795302941498,1795302939380,0,NULL,NULL);
        INSERT INTO run VALUES(1,1,'sync',18494,1795302936271,1795302936494,'complete',7,1359,'complete',1,NULL);
        INSERT INTO run VALUES(2,1,'sync',18523,1795302938385,1795302938624,'complete',7,1058,'unchanged',1,NULL);
        INSERT INTO run VALUES(3,1,'sync',18533,1795302939197,1795302939414,'unchanged',7,1318,'unchanged',1,NULL);
        INSERT INTO run VALUES(4,1,'sync',18557,1795302941221,1795302941556,'partial',7,524,'unchanged',1,NULL);
        INSERT INTO run_collection VALUES(1,1,'complete','full',3,5,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL);
        INSERT INTO run_collection VALUES(1,2,'complete','full',3,12,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL);
        INSERT INTO run_collection VALUES(2,1,'complete','delta',1,0,0,0,0,1,0,0,NULL,NULL,NULL,NULL,NULL);
        INSERT INTO run_collection VALUES(2,2,'complete','full',3,0,1,10,0,1,0,0,NULL,NULL,NULL,NULL,NULL);
        INSERT INTO run_collection VALUES(3,1,'unchanged','full',3,0,0,4,0,1,0,0,NULL,NULL,NULL,NULL,NULL);
        INSERT INTO run_collection VALUES(3,2,'unchanged','full',3,0,0,11,0,0,0,0,NULL,NULL,NULL,NULL,NULL);
        INSERT INTO run_collection VALUES(4,1,'unchanged','delta',1,0,0,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL);
        INSERT INTO run_collection VALUES(4,2,'interrupted','full',1,1,0,3,0,0,0,0,'http_status',500,\#
        'https://api.example.com/api/photos?page=…&per_page=…','the server answered 500 (server error)',NULL);
        INSERT INTO walk VALUES(1,2,'sync',0,'62ae45274a151fe82db5cab70565c0a6',NULL,3,NULL,4,NULL,'200',1795302939257,\#
        1795302939401);
        INSERT INTO walk VALUES(2,4,'sync',1,'eb617b8f2a65236595d4d81af35e11d8','number:2',1,NULL,11,NULL,'300',\#
        1795302941292,1795302941309);
        INSERT INTO page VALUES(1,1,2,1,0,1,'/api/articles?limit=2',-7495129267116891775,135266304);
        INSERT INTO page VALUES(2,2,4,1,0,4,'/api/photos?page=1&per_page=4',-2435509218852774676,203423744);
        INSERT INTO page VALUES(3,1,2,2,0,2,'/api/articles?cursor=2&limit=2',-7699263273864317948,138412032);
        INSERT INTO page VALUES(4,2,3,2,0,4,'/api/photos?page=2&per_page=4',2490467569869651884,137363456);
        INSERT INTO page VALUES(5,1,2,3,0,1,'/api/articles?cursor=4&limit=2',-6288479523374872413,140509184);
        INSERT INTO page VALUES(6,2,3,3,0,3,'/api/photos?page=3&per_page=4',-4662497852003348445,139460608);
        INSERT INTO page VALUES(7,2,3,1,0,1,NULL,NULL,136314880);
        INSERT INTO chapter VALUES(1,2,0,4,3);
        INSERT INTO chapter VALUES(2,4,0,4,1);
        INSERT INTO chapter VALUES(2,3,0,8,3);
        INSERT INTO reach VALUES(1,1,1,3);
        INSERT INTO reach VALUES(1,2,3,3);
        INSERT INTO reach VALUES(2,1,1,3);
        INSERT INTO reach VALUES(2,2,2,3);
        INSERT INTO reach VALUES(2,3,3,3);
        INSERT INTO reach VALUES(2,4,4,1);
        INSERT INTO item VALUES(1,1,'1',1,0,1,2097152,'101',1,1,1795302936350,1795302936350,'{"id": 1, "updated_at": \#
        101, "title": "Café no. 1"}');
        INSERT INTO item VALUES(3,2,'1',2,0,1,69206016,'99',1,2,1795302936385,1795302938455,'{"id": 1, "updated_at": 99,\#
         "title": "edited"}');
        INSERT INTO item VALUES(4,2,'2',2,65536,1,1048577,'12',1,1,1795302936385,1795302936385,'{"id": 2, "updated_at": \#
        12, "title": "Café no. 2"}');
        INSERT INTO item VALUES(6,2,'4',2,196608,1,1048579,'14',1,1,1795302936385,1795302936385,'{"id": 4, \#
        "updated_at": 14, "title": "Café no. 4"}');
        INSERT INTO item VALUES(7,1,'3',3,0,1,3145728,'103',1,1,1795302936401,1795302936401,'{"id": 3, "updated_at": \#
        103, "title": "Café no. 3"}');
        INSERT INTO item VALUES(8,1,'4',3,65536,1,3145729,'104',1,1,1795302936401,1795302936401,'{"id": 4, \#
        "updated_at": 104, "title": "Café no. 4"}');
        INSERT INTO item VALUES(9,2,'5',7,262144,1,4194304,'15',1,1,1795302936434,1795302936434,'{"id": 5, \#
        "updated_at": 15, "title": "Café no. 5"}');
        INSERT INTO item VALUES(10,2,'6',4,65536,1,4194305,'16',1,1,1795302936434,1795302936434,'{"id": 6, \#
        "updated_at": 16, "title": "Café no. 6"}');
        INSERT INTO item VALUES(11,2,'7',4,131072,1,4194306,'17',1,1,1795302936434,1795302936434,'{"id": 7, \#
        "updated_at": 17, "title": "Café no. 7"}');
        INSERT INTO item VALUES(12,2,'8',4,196608,1,4194307,'18',1,1,1795302936434,1795302936434,'{"id": 8, \#
        "updated_at": 18, "title": "Café no. 8"}');
        INSERT INTO item VALUES(13,1,'5',5,0,1,5242880,'105',1,1,1795302936453,1795302936453,'{"id": 5, "updated_at": \#
        105, "title": "Café no. 5"}');
        INSERT INTO item VALUES(14,2,'9',4,262144,1,6291456,'19',1,1,1795302936481,1795302936481,'{"id": 9, \#
        "updated_at": 19, "title": "Café no. 9"}');
        INSERT INTO item VALUES(15,2,'10',6,65536,1,6291457,'20',1,1,1795302936481,1795302936481,'{"id": 10, \#
        "updated_at": 20, "title": "Café no. 10"}');
        INSERT INTO item VALUES(16,2,'11',6,131072,1,6291458,'21',1,1,1795302936481,1795302936481,'{"id": 11, \#
        "updated_at": 21, "title": "Café no. 11"}');
        INSERT INTO item VALUES(17,2,'12',6,196608,1,6291459,'22',1,1,1795302936481,1795302936481,'{"id": 12, \#
        "updated_at": 22, "title": "Café no. 12"}');
        INSERT INTO item VALUES(18,2,'50',2,-65536,1,203423744,'300',4,4,1795302941309,1795302941309,'{"id": 50, \#
        "updated_at": 300, "title": "Café no. 50"}');
        INSERT INTO tombstone VALUES(1,1,'2','tombstone','200',135266305,1795302938493,2,1,1795302936350,1795302936350,\#
        '{"id": 2, "updated_at": 102, "title": "Café no. 2"}','102',2097153);
        INSERT INTO tombstone VALUES(2,2,'3','absent','13',73400320,1795302938565,2,1,1795302936385,1795302936385,\#
        '{"id": 3, "updated_at": 13, "title": "Café no. 3"}','13',1048578);
        INSERT INTO history VALUES(1,'2',2,1795302938493,'removed',1,1,0,1,65536,1,'102',NULL);
        INSERT INTO history VALUES(2,'1',2,1795302938455,'updated',1,1,0,1,0,1,'11','{"id": 1, "updated_at": 11, \#
        "title": "Café no. 1"}');
        INSERT INTO history VALUES(2,'3',2,1795302938455,'removed',1,1,0,1,131072,1,'13',NULL);
        INSERT INTO history VALUES(2,'5',2,1795302938455,'moved',1,2,0,1,0,1,'15',NULL);
        INSERT INTO history VALUES(2,'5',4,1795302941309,'moved',3,1,0,1,262144,1,'15',NULL);
        INSERT INTO history VALUES(2,'9',2,1795302938509,'moved',1,3,0,1,0,1,'19',NULL);
        INSERT INTO validator VALUES(2,'"ed6acb0a5a3b198e"',NULL,'number:2',NULL);
        INSERT INTO validator VALUES(4,'"29d5b41d47c8b163"',NULL,'number:3',NULL);
        INSERT INTO validator VALUES(6,'"c4faa16df3bd2dde"',NULL,NULL,NULL);
        INSERT INTO section_revision VALUES(1,1,1,1795302936314,'{"sections": [{"id": "head", "sectionType": "carousel",\#
         "sectionTitle": "Photos", "collection": "photos", "ads": {"every": 3}}, {"id": "news", "sectionType": "list", \#
        "sectionTitle": "News", "collection": "articles"}]}');
        INSERT INTO ad_section VALUES(1,1,'head',8,'photos',4,7,4,1795302940965,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
        INSERT INTO slot VALUES(1,1,'ad0','{"id": "ad0", "title": "An ad 0"}',1795302937159,1795302937209,1795302937209,\#
        1795302940965,1000,'repeating',0,'9','10',9,0);
        INSERT INTO event VALUES(1,1,'8ade00faf4d25f73dbaf4395bf047f8c','impression','head','6',NULL,NULL,1,5,\#
        1795302938159,0,NULL,NULL);
        INSERT INTO event VALUES(2,1,'09d0c71a883dd495b7a97ad9c20bd29b','impression','head','7',NULL,NULL,1,6,\#
        1795302938159,0,NULL,NULL);
        INSERT INTO event VALUES(3,1,'94faaeb2265139e8323e5e09dc383546','impression','head','8',NULL,NULL,1,7,\#
        1795302938159,0,NULL,NULL);
        INSERT INTO event VALUES(4,1,'9ac3a9bb75738d841e7db69471986f33','impression','head','9',NULL,NULL,1,8,\#
        1795302938159,0,NULL,NULL);
        INSERT INTO event VALUES(5,1,'c0ff183884bbb893952afeba234e7753','tap','head','4',NULL,NULL,1,3,1795302937854,1,\#
        1795302938621,NULL);
        INSERT INTO event VALUES(6,1,'37803884cdad72edfdc347f57bdc5456','impression','head',NULL,'ad0',1,NULL,8,\#
        1795302940965,1,1795302941553,NULL);
        INSERT INTO event VALUES(7,1,'e4274563d6678bbdda57f924c748684b','impression','head','9',NULL,NULL,3,7,\#
        1795302940965,0,NULL,NULL);
        INSERT INTO event VALUES(8,1,'4cd454107854ce6622292796e94c0bf1','impression','head','10',NULL,NULL,3,9,\#
        1795302940965,0,NULL,NULL);
        INSERT INTO event VALUES(9,1,'3c6e293f53afbc749e1c826d88e6e9d0','impression','head','11',NULL,NULL,3,10,\#
        1795302940965,0,NULL,NULL);
        INSERT INTO event VALUES(10,1,'68c26cef6fc7dce89ebaa9336295aad4','tap','news','4',NULL,NULL,3,2,1795302940627,1,\#
        1795302941553,NULL);
        INSERT INTO event VALUES(11,1,'4b6344f199431ab8a92c4cbbb232c77c','tap','news','3',NULL,NULL,4,1,1795302942116,1,\#
        NULL,NULL);
        """#
    /// What a program with eight migrations adds: validators with the URL that answered, and values in columns that are NULL
    /// in the rows above.
    private static let rowsOfMigration8 = #"""
        INSERT INTO validator VALUES(2,'"ed6acb0a5a3b198e"',NULL,'https://api.example.com/api/photos?page=1',\#
        'number:2',12,4);
        INSERT INTO validator VALUES(4,NULL,'Sat, 21 Nov 2026 10:00:00 GMT','https://api.example.com/api/photos?page=2',\#
        'number:3',NULL,4);
        UPDATE collection SET awaits_walk = 1, known_version = '300', whole_drift = 1, whole_at = 1795302939254,
            first_whole_at = 1795302936300, empty_since = 1795302936301, item_rules = 'id|updated_at|deleted',
            has_bare_304 = 1 WHERE id = 2;
        UPDATE walk SET certain_version = '299', elements = 4 WHERE collection = 2;
        UPDATE source SET sections_answered_by = 'https://api.example.com/api/sections', sections_headers = '0f';
        UPDATE item SET agrees = 0 WHERE id IN (3, 9);
        UPDATE ad_section SET kept_until = 1795302999999, held_serial = 3, held_ad = 'ad3', held_payload = '{"id": "ad3"}',
            held_asked = 1795302937001, held_loaded = 1795302937002;
        """#
}
