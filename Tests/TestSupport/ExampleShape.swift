/// A server of a widespread kind: the example manifest for it, and a list of two or three pages as it gives it.
package struct ExampleShape: Sendable, CustomStringConvertible {
    /// The file in `scripts/examples`.
    package let file: String
    package let answers: [String: TableAnswer]
    package let keys: [String]
    /// What each request must have sent, by the header's name.
    package var headers: [String: String] = [:]

    package var description: String { file }

    package static let environment = [
        "API_TOKEN": "token-1", "WP_USER": "ann", "WP_PASSWORD": "word", "KINTO_USER": "ann", "KINTO_PASSWORD": "word",
        "REGISTRY_USER": "ann", "REGISTRY_PASSWORD": "word", "SHOP_CLIENT_ID": "shop", "SHOP_CLIENT_SECRET": "hush",
        "EVE_USER": "ann", "EVE_PASSWORD": "word", "PDNS_API_KEY": "key-1",
        "AWS_ACCESS_KEY_ID": "ann", "FAB_PASSWORD": "word", "MAILMAN_USER": "ann", "MAILMAN_PASSWORD": "word",
        "REDMINE_API_KEY": "key-2",
    ]

    /// `ann:word`
    private static let basic = ["Authorization": "Basic YW5uOndvcmQ="]

    private static func page(
        _ body: String, status: Int = 200, _ headers: [String: String] = [:]
    ) -> TableAnswer {
        TableAnswer(status: status, headers: headers, body: body)
    }

    package static let all = [
        ExampleShape(
            file: "django-rest-framework.toml",
            answers: [
                "GET /api/books/?page_size=100": page(
                    #"{"count":3,"next":"https://api.example.com/api/books/?page=2&page_size=100","previous":null,"results":[{"id":1,"modified":"2026-01-01T00:00:00Z"},{"id":2,"modified":"2026-01-01T00:00:00Z"}]}"#
                ),
                "GET /api/books/?page=2&page_size=100": page(
                    #"{"count":3,"next":null,"previous":"x","results":[{"id":3,"modified":"2026-01-02T00:00:00Z"}]}"#),
            ], keys: ["1", "2", "3"], headers: ["Authorization": "Token token-1"]),
        ExampleShape(
            file: "wordpress.toml",
            answers: [
                "GET blog.example.com/wp-json/wp/v2/posts?context=edit&page=1&per_page=100": page(
                    #"[{"id":9,"modified_gmt":"2026-01-01T00:00:00"}]"#, ["X-WP-TotalPages": "2", "X-WP-Total": "2"]),
                "GET blog.example.com/wp-json/wp/v2/posts?context=edit&page=2&per_page=100": page(
                    #"[{"id":8,"modified_gmt":"2026-01-01T00:00:00"}]"#, ["X-WP-TotalPages": "2", "X-WP-Total": "2"]),
            ], keys: ["9", "8"], headers: basic),
        ExampleShape(
            file: "json-api.toml",
            answers: [
                "POST auth.example.com/oauth/token grant_type=client_credentials&scope=products%3Aread": page(
                    #"{"access_token":"t-1","token_type":"Bearer","expires_in":3600}"#),
                "GET shop.example.com/api/products?page%5Bsize%5D=50": page(
                    #"{"data":[{"type":"products","id":"1"}],"links":{"next":"/api/products?page%5Bnumber%5D=2&page%5Bsize%5D=50"}}"#
                ),
                "GET shop.example.com/api/products?page%5Bnumber%5D=2&page%5Bsize%5D=50": page(
                    #"{"data":[{"type":"bundles","id":"1"}],"links":{"next":null}}"#),
            ], keys: ["products/1", "bundles/1"],
            headers: ["Authorization": "Bearer t-1", "Accept": "application/vnd.api+json"]),
        ExampleShape(
            file: "kinto.toml",
            answers: [
                "GET kinto.example.com/v1/buckets/main/collections/certificates/records?_limit=100": page(
                    #"{"data":[{"id":"a","last_modified":5}]}"#,
                    [
                        "Next-Page":
                            "https://kinto.example.com/v1/buckets/main/collections/certificates/records?_limit=100&_token=x"
                    ]),
                "GET kinto.example.com/v1/buckets/main/collections/certificates/records?_limit=100&_token=x": page(
                    #"{"data":[{"id":"b","last_modified":4}]}"#),
            ], keys: ["a", "b"], headers: basic),
        ExampleShape(
            file: "odata.toml",
            answers: [
                "GET services.example.org/V4/Northwind.svc/Customers?$count=true": page(
                    #"{"@odata.count":2,"value":[{"@odata.etag":"x","CustomerID":"ALFKI"}],"@odata.nextLink":"Customers?$skiptoken=ALFKI"}"#
                ),
                "GET services.example.org/V4/Northwind.svc/Customers?$skiptoken=ALFKI": page(
                    #"{"@odata.count":2,"value":[{"@odata.etag":"y","CustomerID":"ANATR"}]}"#),
            ], keys: ["ALFKI", "ANATR"], headers: ["Prefer": "odata.maxpagesize=100"]),
        graphQL,
        ExampleShape(
            file: "mastodon.toml",
            answers: [
                "GET social.example.com/api/v1/timelines/public?local=true&limit=40": page(
                    #"[{"id":"103","replies_count":0}]"#,
                    ["Link": #"<https://social.example.com/api/v1/timelines/public?max_id=103>; rel="next""#]),
                "GET social.example.com/api/v1/timelines/public?max_id=103": page(
                    #"[{"id":"102"}]"#,
                    ["Link": #"<https://social.example.com/api/v1/timelines/public?max_id=102>; rel="next""#]),
                "GET social.example.com/api/v1/timelines/public?max_id=102": page("[]"),
            ], keys: ["103", "102"]),
        ExampleShape(
            file: "mediawiki.toml",
            answers: [
                "GET wiki.example.org/w/api.php?action=query&format=json&formatversion=2&generator=allpages&prop=revisions&rvprop=ids%7Ctimestamp%7Ccontent&rvslots=main&gaplimit=50":
                    page(
                        #"{"continue":{"gapcontinue":"B_b","continue":"gapcontinue||"},"query":{"pages":[{"pageid":1,"title":"A","revisions":[{"revid":4}]}]}}"#
                    ),
                "GET wiki.example.org/w/api.php?action=query&format=json&formatversion=2&generator=allpages&prop=revisions&rvprop=ids%7Ctimestamp%7Ccontent&rvslots=main&gapcontinue=B_b&continue=gapcontinue%7C%7C&gaplimit=50":
                    page(
                        #"{"batchcomplete":true,"query":{"pages":[{"pageid":2,"title":"B b","revisions":[{"revid":3}]}]}}"#
                    ),
            ], keys: ["1", "2"]),
        ExampleShape(
            file: "docker-registry.toml",
            answers: [
                "GET registry.example.com/v2/_catalog?n=100": page(
                    #"{"repositories":["alpine","team/app"]}"#,
                    ["Link": #"</v2/_catalog?last=team%2Fapp&n=100>; rel="next""#]),
                "GET registry.example.com/v2/_catalog?last=team%2Fapp&n=100": page(#"{"repositories":["zsh"]}"#),
            ], keys: ["alpine", "team/app", "zsh"], headers: basic),
        ExampleShape(
            file: "wagtail.toml",
            answers: [
                "GET www.example.com/api/v2/pages/?fields=*&offset=0&limit=20": page(
                    #"{"meta":{"total_count":3},"items":[{"id":3,"meta":{"locale":"en"}},{"id":4,"meta":{}}]}"#),
                "GET www.example.com/api/v2/pages/?fields=*&offset=2&limit=20": page(
                    #"{"meta":{"total_count":3},"items":[{"id":5,"meta":{}}]}"#),
            ], keys: ["3", "4", "5"]),
        ExampleShape(
            file: "datasette.toml",
            answers: [
                "GET data.example.com/library/books.json?_shape=objects&_size=100": page(
                    #"{"filtered_table_rows_count":2,"next":"1","rows":[{"id":1,"big":9007199254740993}]}"#),
                "GET data.example.com/library/books.json?_shape=objects&_next=1&_size=100": page(
                    #"{"filtered_table_rows_count":2,"next":null,"rows":[{"id":2,"big":null}]}"#),
            ], keys: ["1", "2"]),
        ExampleShape(
            file: "eve.toml",
            answers: [
                "GET eve.example.com/books?page=1&max_results=50": page(
                    #"{"_items":[{"_id":"a","_updated":"Sun, 22 Nov 2026 08:00:00 GMT"}],"_meta":{"page":1,"total":2}}"#
                ),
                "GET eve.example.com/books?page=2&max_results=50": page(
                    #"{"_items":[{"_id":"b","_updated":"Sun, 22 Nov 2026 08:00:01 GMT"}],"_meta":{"page":2,"total":2}}"#
                ),
            ], keys: ["a", "b"], headers: basic),
        etcd,
        ExampleShape(
            file: "prometheus.toml",
            answers: [
                "GET prometheus.example.com/api/v1/rules": page(
                    #"{"status":"success","data":{"groups":[{"name":"a","rules":[{"name":"Down","evaluationTime":0.1},{"name":"Slow"}]},{"name":"b","rules":[{"name":"Full"}]}]}}"#
                )
            ], keys: ["Down", "Slow", "Full"]),
        ExampleShape(
            file: "powerdns.toml",
            answers: [
                "GET dns.example.com/api/v1/servers/localhost/zones/example.org.": page(
                    #"{"name":"example.org.","rrsets":[{"name":"www.example.org.","type":"A"},{"name":"www.example.org.","type":"TXT"}]}"#
                )
            ], keys: ["www.example.org./A", "www.example.org./TXT"], headers: ["X-API-Key": "key-1"]),
        ExampleShape(
            file: "dynamodb.toml",
            answers: [
                #"POST dynamodb.example.com/ {"TableName":"books","Limit":100}"#: page(
                    #"{"Count":1,"Items":[{"shelf":{"S":"a"},"number":{"N":"1"}}],"LastEvaluatedKey":{"shelf":{"S":"a"},"number":{"N":"1"}}}"#
                ),
                #"POST dynamodb.example.com/ {"TableName":"books","ExclusiveStartKey":{"shelf":{"S":"a"},"number":{"N":"1"}},"Limit":100}"#:
                    page(#"{"Count":1,"Items":[{"shelf":{"S":"a"},"number":{"N":"2"}}]}"#),
            ], keys: ["a/1", "a/2"],
            headers: ["X-Amz-Target": "DynamoDB_20120810.Scan", "Content-Type": "application/x-amz-json-1.0"]),
        ExampleShape(
            file: "isso.toml",
            answers: [
                "GET comments.example.com/?uri=/book/&limit=100": page(
                    #"{"total_replies":3,"replies":[{"id":1,"created":1795651013.035,"replies":[{"id":2}]}]}"#),
                "GET comments.example.com/?uri=/book/&after=1795651013.035&limit=100": page(
                    #"{"total_replies":3,"replies":[{"id":3,"created":1795651014.5,"replies":[]}]}"#),
                "GET comments.example.com/?uri=/book/&after=1795651014.5&limit=100": page(
                    #"{"total_replies":3,"replies":[]}"#),
            ], keys: ["1", "3"]),
        ExampleShape(
            file: "flask-appbuilder.toml",
            answers: [
                #"POST library.example.com/api/v1/security/login {"username":"ann","password":"word","provider":"db"}"#:
                    page(#"{"access_token":"t-1","refresh_token":"t-2"}"#),
                "GET library.example.com/api/v1/book/?q=(page:0,page_size:100)": page(
                    #"{"count":2,"ids":[7],"result":[{"id":7}]}"#),
                "GET library.example.com/api/v1/book/?q=(page:1,page_size:100)": page(
                    #"{"count":2,"ids":[8],"result":[{"id":8}]}"#),
            ], keys: ["7", "8"]),
        ExampleShape(
            file: "mailman.toml",
            answers: [
                "GET lists.example.com/3.1/lists/books@example.org/roster/member?page=1&count=100": page(
                    #"{"start":0,"total_size":2,"entries":[{"member_id":"a","http_etag":"\"x\""}]}"#),
                "GET lists.example.com/3.1/lists/books@example.org/roster/member?page=2&count=100": page(
                    #"{"start":1,"total_size":2,"entries":[{"member_id":"b","http_etag":"\"y\""}]}"#),
            ], keys: ["a", "b"], headers: basic),
        ExampleShape(
            file: "redmine.toml",
            answers: [
                "GET projects.example.com/issues.json?status_id=*&offset=0&limit=100": page(
                    #"{"issues":[{"id":9,"updated_on":"2026-01-01T00:00:00Z"}],"total_count":2,"offset":0,"limit":100}"#
                ),
                "GET projects.example.com/issues.json?status_id=*&offset=1&limit=100": page(
                    #"{"issues":[{"id":8,"updated_on":"2026-01-01T00:00:00Z"}],"total_count":2,"offset":1,"limit":100}"#
                ),
            ], keys: ["9", "8"], headers: ["X-Redmine-API-Key": "key-2"]),
    ]

    private static let etcd: ExampleShape = {
        func request(_ end: String) -> String {
            #"POST etcd.example.com/v3/kv/range {"key":"Ym9va3Mv","range_end":"\#(end)","limit":100,"sort_order":"DESCEND","sort_target":"KEY"}"#
        }
        return ExampleShape(
            file: "etcd.toml",
            answers: [
                request("Ym9va3Mw"): page(
                    #"{"header":{"revision":"9"},"kvs":[{"key":"Ym9va3MvYw==","mod_revision":"9"},{"key":"Ym9va3MvYg==","mod_revision":"3"}],"more":true,"count":"3"}"#
                ),
                request("Ym9va3MvYg=="): page(
                    #"{"header":{"revision":"9"},"kvs":[{"key":"Ym9va3MvYQ==","mod_revision":"10"}],"count":"1"}"#),
            ], keys: ["Ym9va3MvYw==", "Ym9va3MvYg==", "Ym9va3MvYQ=="])
    }()

    private static let graphQL: ExampleShape = {
        let query =
            "query ($first: Int!, $after: String) { issues(first: $first, after: $after) { totalCount nodes { id title updatedAt } pageInfo { hasNextPage endCursor } } }"
        func request(_ after: String) -> String {
            #"POST /graphql {"query":"\#(query)","variables":{"first":50,"after":\#(after)}}"#
        }
        func answer(_ id: String, cursor: String, hasNext: Bool) -> TableAnswer {
            page(
                #"{"data":{"issues":{"totalCount":3,"nodes":[{"id":"\#(id)","updatedAt":"2026-01-01T00:00:00Z"}],"pageInfo":{"hasNextPage":\#(hasNext),"endCursor":"\#(cursor)"}}}}"#
            )
        }
        return ExampleShape(
            file: "graphql-relay.toml",
            answers: [
                request("null"): answer("I_1", cursor: "c1", hasNext: true),
                request(#""c1""#): answer("I_2", cursor: "c2", hasNext: true),
                request(#""c2""#): answer("I_3", cursor: "c3", hasNext: false),
            ], keys: ["I_1", "I_2", "I_3"],
            headers: ["Authorization": "Bearer token-1", "Content-Type": "application/json"])
    }()
}
