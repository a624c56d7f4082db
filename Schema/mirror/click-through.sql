-- Taps are matched to impressions inside their cache, then summed.

-- Impressions and taps.
CREATE VIEW event AS
SELECT cache, source, account, id AS key, time_ms, body ->> 'type' AS type, body ->> 'section' AS section,
    body ->> 'item' AS item, body ->> 'ad' AS ad, (body ->> 'row')::bigint AS "row",
    -- Of a tap: the key of the impression it was made in.
    body ->> 'look' AS look,
    -- Of an impression: whether there was a tap of it when it was told.
    coalesce((body ->> 'tapped')::boolean, false) AS is_tapped
FROM fact WHERE type = 'event';

-- Impressions and tapped impressions of each cache by section, as “feedcache ctr” counts them.
--
-- It is a function so that no join is a loop in a loop: what is inside of bodies the planner takes for a few rows, and
-- before the first ANALYZE a fleet's events would take minutes.
CREATE FUNCTION click_through_counts() RETURNS TABLE (
    cache text, source text, account text, section text, impressions bigint, taps bigint
) LANGUAGE sql STABLE SET enable_nestloop = off
BEGIN ATOMIC
    WITH seen AS MATERIALIZED (SELECT * FROM event WHERE type = 'impression'),
    tapped AS (
        SELECT cache, look AS key FROM event WHERE look IS NOT NULL
        UNION SELECT cache, key FROM seen WHERE is_tapped
    )
    SELECT cache, source, account, section, count(*) AS impressions, count(tapped.key) AS taps
    FROM seen LEFT JOIN tapped USING (cache, key)
    GROUP BY cache, source, account, section;
END;
CREATE VIEW click_through_cache AS SELECT * FROM click_through_counts();

-- The interval of Wilson at 95 % for a rate p in n trials; with tail -1 its lower end, with 1 its upper.
CREATE FUNCTION wilson(p double precision, n double precision, tail integer) RETURNS double precision
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN n = 0 THEN (CASE WHEN tail < 0 THEN 0 ELSE 1 END)
        WHEN tail < 0 THEN
            CASE WHEN p = 0 THEN 0 ELSE least(greatest(0, center / total - half / total), p) END
        ELSE CASE WHEN p = 1 THEN 1 ELSE greatest(least(1, center / total + half / total), p) END
        END
    FROM (SELECT 1.959963984540054::double precision * 1.959963984540054::double precision / nullif(n, 0) AS square) AS z,
        LATERAL (SELECT p + square / 2 AS center, sqrt(p * (1 - p) * square + square * square / 4) AS half,
            1 + square AS total) AS parts
$$;

-- Click-through of a fleet. Readers differ from cache to cache, so that impressions of one cache tell less than as many
-- of several: the design effect (the variance of the rate over caches, divided by that of independent impressions)
-- says how much less, and the interval is that of so many impressions fewer. Of fewer than 30 caches there is no
-- interval that holds: look at their rates one by one.
CREATE VIEW click_through AS
WITH by_cache AS MATERIALIZED (
    SELECT cache, source, section, sum(impressions)::double precision AS impressions,
        sum(taps)::double precision AS taps
    FROM click_through_cache GROUP BY cache, source, section
), total AS (
    SELECT source, section, sum(impressions) AS impressions, sum(taps) AS taps, count(*) AS caches
    FROM by_cache GROUP BY source, section
), spread AS (
    SELECT total.*, total.taps / total.impressions AS rate,
        sum((by_cache.taps - total.taps / total.impressions * by_cache.impressions) ^ 2) AS squares
    FROM total JOIN by_cache USING (source, section)
    GROUP BY source, section, total.impressions, total.taps, caches
), measured AS (
    SELECT *, CASE WHEN caches > 1 AND rate > 0 AND rate < 1 THEN greatest(1,
        caches / (caches - 1.0) * squares / impressions / (rate * (1 - rate))) END AS design_effect
    FROM spread
)
SELECT source, section, impressions::bigint, taps::bigint, caches, rate, design_effect,
    CASE WHEN caches >= 30 THEN wilson(rate, impressions / coalesce(design_effect, 1), -1) END AS low,
    CASE WHEN caches >= 30 THEN wilson(rate, impressions / coalesce(design_effect, 1), 1) END AS high
FROM measured;
