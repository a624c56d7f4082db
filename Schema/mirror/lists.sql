-- Every list in its order: that of walks, the latest first, then of pages, parts and ranks. A page of the server
-- belongs to the latest walk that has read as many pages as its number says.
CREATE VIEW cache_list AS
WITH met AS (
    SELECT cache, source, account, collection, walk, pages,
        -- The pages that no later walk has read.
        coalesce(max(pages) OVER (
            PARTITION BY cache, source, account, collection ORDER BY walk DESC
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS read_later
    FROM reach
)
SELECT item.cache, item.source, item.account, item.collection,
    row_number() OVER (
        PARTITION BY item.cache, item.source, item.account, item.collection
        ORDER BY coalesce(item.walk, met.walk) DESC, item.number, item.part, item.rank) - 1 AS position,
    item.id, item.version, item.time_ms, item.body
FROM item
LEFT JOIN met ON item.is_page AND met.cache = item.cache AND met.source = item.source
    AND met.account = item.account AND met.collection = item.collection
    AND item.number > met.read_later AND item.number <= met.pages
WHERE item.live;

-- For each source, account and collection the whole list of the cache with the last success, as it was at one
-- commit: lists are never mixed.
CREATE VIEW feed_list AS
WITH freshest AS (
    SELECT DISTINCT ON (source, account, collection) source, account, collection, fact.cache
    FROM fact JOIN cache USING (cache)
    WHERE type = 'collection' AND is_complete AND body ->> 'last_success' IS NOT NULL
    ORDER BY source, account, collection, (body ->> 'last_success')::timestamptz DESC, fact.cache
)
SELECT cache_list.* FROM cache_list JOIN freshest USING (source, account, collection, cache);

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
