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

-- The interval of Wilson for a rate p in n trials, for 95 %; with tail -1 its lower end, with 1 its upper.
CREATE FUNCTION wilson(p double precision, n double precision, tail integer) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN n = 0 THEN (CASE WHEN tail < 0 THEN 0 ELSE 1 END)
        WHEN tail < 0 THEN
            CASE WHEN p = 0 THEN 0 ELSE least(greatest(0, center / total - half / total), p) END
        ELSE CASE WHEN p = 1 THEN 1 ELSE greatest(least(1, center / total + half / total), p) END
        END
    FROM (SELECT 1.959963984540054::double precision AS z) AS quantile,
        LATERAL (SELECT z * z / nullif(n, 0) AS square) AS squares,
        LATERAL (SELECT p + square / 2 AS center, sqrt(p * (1 - p) * square + square * square / 4) AS half,
            1 + square AS total) AS parts
$$;

-- The quantile of Student's t for 95 %, for 1 or more degrees of freedom, which may be a fraction (Hill 1970, Algorithm
-- 396 of CACM). Within 0.05 % from 2 on; below it is too large, by 18 % at 1.
CREATE FUNCTION student(n double precision) RETURNS double precision LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    a double precision := 1 / (n - 0.5);
    b double precision := 48 / (a * a);
    c double precision := ((20700 * a / b - 98) * a - 16) * a + 96.36;
    d double precision := ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi() / 2) * n;
    x double precision := 0.05 * d;
    y double precision := x ^ (2 / n);
BEGIN
    IF y > 0.05 + a THEN
        x := -1.959963984540054;
        y := x * x;
        IF n < 5 THEN c := c + 0.3 * (n - 4.5) * (x + 0.6); END IF;
        c := (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
        y := (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
        y := exp(a * y * y) - 1;
    ELSE
        y := ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1)
            * (n + 1) / (n + 2) + 1 / y;
    END IF;
    RETURN sqrt(n * y);
END $$;

-- The rate of a fleet, from the impressions and taps of each of its caches.
--
-- Readers differ from cache to cache, so that impressions of one cache tell less than as many of several. The variance is that
-- of the jackknife: how much something changes without each one of the caches. design_effect is how often the rate's is that
-- of independent impressions, 1 or more.
--
-- The interval is made on the scale of log odds and brought back (Korn and Graubard 1998): where taps are rare, a rate that
-- is too low comes with a variance that is too low. So the jackknife is of the log odds, too (Miller 1974), with half a tap and
-- half an impression without one added (Haldane 1956, Anscombe 1956), and is at least that of independent impressions.
--
-- The quantile is that of t. Its degrees of freedom, plus 1, are effective_caches: where few large caches have most
-- impressions, less than there are caches (Kish 1965); and where few of them make most of the variance, 2 V² / var V with var V
-- at most the sum of the fourth powers (Satterthwaite 1946).
--
-- Of fewer than 10 caches there is no interval. caches_needed is how many it would take, or about how many like these for an
-- interval no wider than the rate; NULL where it is no wider.
CREATE FUNCTION fleet_rate(
    impressions double precision[], taps double precision[], OUT caches integer, OUT rate double precision,
    OUT design_effect double precision, OUT effective_caches double precision, OUT low double precision,
    OUT high double precision, OUT caches_needed bigint
) LANGUAGE sql IMMUTABLE AS $$
    WITH by_cache AS (
        SELECT * FROM unnest(impressions, taps) AS cache (n, k) WHERE n > 0
    ), total AS (
        SELECT count(*)::integer AS m, sum(n) AS n, sum(k) AS k, sum(k) / sum(n) AS rate, sum(n * n) AS squares,
            ln((sum(k) + 0.5) / (sum(n) - sum(k) + 0.5)) AS odds FROM by_cache
    ), without AS (
        SELECT (total.k - by_cache.k) / nullif(total.n - by_cache.n, 0) - rate AS change,
            ln((total.k - by_cache.k + 0.5) / (total.n - by_cache.n - total.k + by_cache.k + 0.5)) - odds AS odds_change
        FROM by_cache, total
    ), measured AS (
        SELECT total.*,
            CASE WHEN m > 1 AND rate > 0 AND rate < 1 THEN
                greatest(1, (m - 1) / m::double precision * jackknife.squares / (rate * (1 - rate) / n)) END AS effect,
            least(n * n / total.squares, 2 * odds_squares ^ 2 / nullif(odds_fourths, 0)) AS effective,
            sqrt(greatest(1 / (k + 0.5) + 1 / (n - k + 0.5), (m - 1) / m::double precision * odds_squares)) AS deviation
        FROM total, (
            SELECT sum(change ^ 2) AS squares, sum(odds_change ^ 2) AS odds_squares, sum(odds_change ^ 4) AS odds_fourths
            FROM without
        ) AS jackknife
    ), ends AS (
        SELECT *, CASE WHEN k = 0 THEN 0 ELSE least(rate, 1 / (1 + exp(half - odds))) END AS low,
            CASE WHEN k = n THEN 1 ELSE greatest(rate, 1 / (1 + exp(-half - odds))) END AS high
        FROM measured, LATERAL (SELECT deviation * student(greatest(1, effective - 1)) AS half) AS width
    )
    SELECT m, rate, effect, effective, CASE WHEN m >= 10 THEN low END, CASE WHEN m >= 10 THEN high END,
        greatest(CASE WHEN m < 10 THEN 10 END,
            CASE WHEN m > 1 AND high - low > rate THEN least(1e18, ceil(m * ((high - low) / nullif(rate, 0)) ^ 2)) END)::bigint
    FROM ends
$$;

CREATE VIEW click_through AS
SELECT source, section, impressions, taps, fleet.*
FROM (
    SELECT source, section, sum(impressions)::bigint AS impressions, sum(taps)::bigint AS taps,
        array_agg(impressions::double precision) AS by_cache, array_agg(taps::double precision) AS taps_by_cache
    FROM (
        SELECT cache, source, section, sum(impressions) AS impressions, sum(taps) AS taps
        FROM click_through_cache GROUP BY cache, source, section
    ) AS by_cache
    GROUP BY source, section
) AS total, LATERAL fleet_rate(by_cache, taps_by_cache) AS fleet;
