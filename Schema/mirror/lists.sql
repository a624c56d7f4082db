-- Every list of every cache; position sorts it, and row_number() OVER (ORDER BY position) counts.
CREATE VIEW cache_list AS
SELECT cache, source, account, collection, position, id, version, time_ms, body FROM item WHERE live;

-- For each source, account and collection the cache with the last success, of those that were read to the end.
CREATE VIEW freshest_cache AS
SELECT DISTINCT ON (source, account, collection) source, account, collection, fact.cache
FROM fact JOIN cache USING (cache)
WHERE type = 'collection' AND is_complete AND body ->> 'last_success' IS NOT NULL
ORDER BY source, account, collection, (body ->> 'last_success')::timestamptz DESC, fact.cache;

-- The whole list of that cache, as it was at one commit: lists are never mixed.
CREATE VIEW feed_list AS
SELECT cache_list.* FROM cache_list JOIN freshest_cache USING (source, account, collection, cache);

-- The newest state of each item over all caches, by the law of the merge: the greater version, at the same version a
-- deletion, then the later write. Only items that have versions.
CREATE VIEW item_newest AS
SELECT DISTINCT ON (source, account, collection, id)
    source, account, collection, id, live, version, removed_by, time_ms, body, cache
FROM item
WHERE version_order <> ''
ORDER BY source, account, collection, id, version_order DESC,
    (removed_by IS NOT DISTINCT FROM 'tombstone') DESC, time_ms DESC, cache DESC;

-- The body as jsonb; NULL where jsonb cannot hold it: U+0000, halves of surrogate pairs, large exponents.
CREATE VIEW item_jsonb AS
SELECT cache, source, account, collection, id, live,
    CASE WHEN body::text !~ '\\u(0000|[dD][89aAbBcCdDeEfF])|[0-9][eE]\+?[0-9]{3,}' THEN body::jsonb END AS body
FROM item;
