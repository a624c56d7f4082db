/* When an item that walks did not meet is removed: the law "Absence" (TheLaws.md), as Evidence.swift and WalkFinish.swift
 * keep it; and what a delta brings, as CollectionSync.swift and DeltaReader.swift keep it.
 *
 * One server and one cache. The list changes before any request, by up to CHANGES inserts, deletions and moves. A sync
 * walks the list by page number, two items a page, and a second time where `finish` asks for it.
 *
 * -DN=4          IDs that exist, at most 6
 * -DCHANGES=3    changes before a request
 * -DRETURNS      a deleted ID may come back
 * -DFAULTS       a request may fail: the next sync goes on with the walk, or begins a new one
 * -DTOTAL        each page has the list's length
 * -DVALIDATORS   each page has an ETag
 * -DEDGE         a shared cache keeps pages
 * -DNAMELESS     an item may come without its ID
 * -DHIDDEN       the total may count one that is on no page; with -DTOTAL
 * -DREPEATS      one ID may be in the list twice
 * -DEMPTY        the list may be empty, and seem to be
 * -DDAYS         a day may pass between two syncs
 * -DALLOW        a sync may be told that what is missing is gone
 * -DDELTA        a list with versions is kept by deltas; with -DTIES some changes have the same version, and
 *                -DOVERLAP=1 asks for that again. Of changes that are no moves there are -DEDITS=3
 * -DMUTANT=n     a rule is left out, and an assertion has to fail: 1 endurance of two, 2 walks over one shared cache
 *                count beside each other, 3 two walks are enough although the first drifted, 4 one sync removes any
 *                number, 5 walks that found other lists agree, 6 a page that lost an item keeps its validator,
 *                7 no agreement, 8 what a walk cannot account for withholds nothing, 9 an ID that comes twice is no
 *                drift, 10 an ID that comes twice withholds everything, 11 an empty list is a list like any other,
 *                12 a day ends no waiting, 13 a delta starts from the greatest version, 14 no overlap, 15 a delta that
 *                drifted is not read again, 16 a delta that is refused ends the sync, 17 one walk is enough where the
 *                user says so
 * -DTRACE=n      prints n syncs, for WalkTraceTests.swift
 *
 * Left out: windows, lists of more than ten items or a hundred pages, failures of a front page, a delta of lists that are
 * odd in one of the ways above, and the page that comes three times in a walk of a list with versions or behind a shared
 * cache.
 */
#ifndef N
#define N 4
#endif
#ifndef CHANGES
#define CHANGES 3
#endif
#ifndef MUTANT
#define MUTANT 0
#endif
#ifndef TRACE
#define TRACE 0
#endif
#ifndef OVERLAP
#define OVERLAP 0
#endif
#ifndef EDITS
#define EDITS 3
#endif
#define PAGES ((N + 1) / 2)
/* Lists of which a walk may not account for all. */
#if defined(NAMELESS) || defined(TOTAL) || defined(EMPTY)
#define HELD
#endif
#if defined(NAMELESS) || defined(HIDDEN) || defined(REPEATS) || defined(EMPTY)
#define ODD
#endif
/* Whole walks in a row that missed an item are counted up to MOST. Behind a shared cache endurance is left out. */
#ifdef EDGE
#define MOST 3
#else
#define MOST 6
#endif
#define ENDURANCE (MUTANT == 1 -> 2 : 6)
/* One sync alone removes at most so many. */
#define SHARE (MUTANT == 4 -> N : 3)
/* Times are ages: 0, 1, or 2 for the lifetime of what the shared cache keeps and more. A sync takes no time. */
#define LIFETIME 2
/* The whole walks that others may count beside: the last that is 0, 1, 2 old. Without a shared cache it is the last. */
#ifdef EDGE
#define RECORDS 3
#else
#define RECORDS 1
#endif

/* A list of IDs (1..N) is a number: four bits an ID, the first the lowest. An ID of more than 7 is 8 less, of an element
 * that came without it; in a delta it is a tombstone. */
#define ID(ids, at) (((ids) >> (4 * (at))) & 15)
#define BARE(x) ((x) & 7)
#define BIT(x) (1 << (x))
#define REST(ids, at) ((ids) >> (4 * (at)))
#define FRONT(ids, at) ((ids) & ((1 << (4 * (at))) - 1))
#define WITH(ids, at, x) (FRONT(ids, at) | ((x) << (4 * (at))) | (REST(ids, at) << (4 * (at) + 4)))
#define WITHOUT(ids, at) (FRONT(ids, at) | (REST(ids, (at) + 1) << (4 * (at))))
#define TWO(ids, number) (REST(ids, 2 * (number)) & 255)
/* What the server shows of its list. */
#ifdef EMPTY
#define SHOWN (blank -> 0 : list)
#define SHOWN_LENGTH (blank -> 0 : length)
#else
#define SHOWN list
#define SHOWN_LENGTH length
#endif
#ifdef HIDDEN
#define LENGTH (length + (veiled != 0))
#else
#define LENGTH length
#endif
/* An answer: two items, whether there are more, the total. */
#define PAGE(number) (TWO(SHOWN, number) | ((SHOWN_LENGTH > 2 * (number) + 2) << 8))
#ifdef TOTAL
#define ANSWER(number) (PAGE(number) | (LENGTH << 9))
#else
#define ANSWER(number) PAGE(number)
#endif
#define HAS_MORE(reply) (((reply) >> 8) & 1)
/* Whether no element of the first page has an ID: it is no answer then. */
#ifdef NAMELESS
#define IS_BARE (ID(list, 0) > 7 && (ID(list, 1) == 0 || ID(list, 1) > 7))
#else
#define IS_BARE false
#endif
/* Whether the list may change. */
#ifdef DELTA
#define MAY_CHANGE (!still && done < CHANGES && (TRACE > 0 || clock <= EDITS))
#else
#define MAY_CHANGE (!still && done < CHANGES && !BLANK)
#endif
#ifdef EMPTY
#define BLANK blank
#define FEWEST 0
#else
#define BLANK false
#define FEWEST 1
#endif

/* The server. */
int list;
byte length, present, used;   /* present: the IDs it has; used: those that it ever had */
bool still;                   /* it changes no more */
#ifdef HIDDEN
byte veiled;                  /* the ID that is on no page; 0 for none */
#endif
#ifdef EMPTY
bool blank;                   /* it shows none of its list */
#endif
#ifdef DELTA
short clock = 1;              /* the greatest version */
short version[8];             /* of an ID: that of its content, or of its tombstone */
int graves;                   /* deleted IDs, in that order */
byte graveCount;
bool isTie;                   /* the next change has the version of the last one */
#endif

/* The cache in the order of the screen, and what its whole walks have found. */
int cache;
byte held;
byte missed[RECORDS * 8];     /* of a record and an ID: whole walks in a row, up to that one, that did not meet it */
int found[RECORDS];           /* what the walk met, in order, with repeats */
byte foundTotal[RECORDS];
bool isRecord[RECORDS], drifted[RECORDS];
byte alike[RECORDS];          /* walks in a row, up to that one, that found the same; 3 for more */
byte alikeHere[RECORDS];      /* how many of them are of this sync */
byte lastRepeats;             /* of the last whole walk */
#ifdef HELD
byte before[8];               /* of an ID: what the walk that met it last could not account for; 0 where it was not whole */
byte streak;                  /* the IDs for which it was more in all walks since; 1 where the last walks were empty */
byte old;                     /* those of them for which the first such walk is a day old */
#endif
#ifdef DELTA
short content[8];             /* of an ID: the version that is stored */
short start;                  /* where the next delta starts; 0 for nowhere */
short known;                  /* the greatest version that any answer has shown */
short certain;                /* the greatest that was certain when the walk, or the delta, began */
bool awaits;                  /* items were not met */
#endif

/* The walk that is open. */
bool open;
byte page, count, metCount, seen, repeats, total;
int sequence, met;            /* all it met; and the first places of what it met */
bool drift, allows;           /* allows: the user says that what is missing is gone */
#ifdef HELD
byte bare;                    /* elements without an ID that it met */
#endif
#ifdef VALIDATORS
byte row[8];                  /* of an ID: the page, from 1, whose row has it; 0 for none */
int tagged[PAGES];            /* the answer that a page's validator came with */
byte valid, asked;            /* pages that have a validator now; that had one when the walk, or its rest, began */
#endif
#ifdef EDGE
int kept[PAGES];              /* what the shared cache has */
byte keptAge[PAGES];          /* LIFETIME: nothing */
byte newest;                  /* the age of the walk's latest answer */
bool isAged;                  /* whether one of its answers was kept */
#endif

/* What the laws speak of and no rule looks at. */
byte alive;                   /* IDs that the server had at every moment since they were met last */
byte unmet[8];                /* of an ID: whole walks in a row that did not meet it */
byte repeating;               /* whole walks in a row that met an ID twice; 3 for more */
byte changedPages;            /* pages that were another one than the last walk read, at some time since */
bool cameBack, cameBackNow;   /* a page that walks alike have read was another one in between */
#ifdef HELD
byte secrets, least;          /* what no walk can account for, now; and the least of it since the walk began */
byte swapped;                 /* IDs for which another element that a walk cannot account for has gone since */
#endif
#ifdef DELTA
byte changed;                 /* IDs that have changed since the last walk had its first page */
bool isDelta;                 /* the sync was one */
#endif
byte quiet;                   /* syncs since the server stands still, but for one that goes on with a walk */
byte syncs;
#ifdef HELD
bool isDay;                   /* a day has passed since the last sync */
#endif

/* Scratch; 0 when not in use. */
byte i, at, to, x, done, r, base, missing, depth, gone;
bool hasCopy, outdated, later, meets, second, hit, same, here, isResumed;
int reply, rest;
#ifdef DELTA
byte readings, expected;
bool brings, due;
short since, greatest;
#endif

#if TRACE > 0 || defined(SAYING)
#define SAY(text) printf(text)
#define SAY1(text, a) printf(text, a)
#define SAY2(text, a, b) printf(text, a, b)
#else
#define SAY(text) skip
#define SAY1(text, a) skip
#define SAY2(text, a, b) skip
#endif

inline pick(value, most) {
    if
    :: value = 0
    :: most >= 1 -> value = 1
    :: most >= 2 -> value = 2
    :: most >= 3 -> value = 3
    :: most >= 4 -> value = 4
    :: most >= 5 -> value = 5
    :: most >= 6 -> value = 6
    fi
}

/* An ID that is not in the list: the next that was never there, or one that was. */
inline pickNew() {
    if
#ifdef REPEATS
    :: !hasCopy && (present & 2) -> x = 1
    :: !hasCopy && (present & 4) -> x = 2
    :: !hasCopy && (present & 8) -> x = 3
    :: !hasCopy && (present & 16) -> x = 4
#endif
    :: (used | 1) == 1 -> x = 1
    :: used == 2 -> x = 2
    :: used == 6 && N > 2 -> x = 3
    :: used == 14 && N > 3 -> x = 4
    :: used == 30 && N > 4 -> x = 5
    :: used == 62 && N > 5 -> x = 6
#ifdef RETURNS
    :: (used & ~present & 2) != 0 -> x = 1
    :: (used & ~present & 4) != 0 -> x = 2
    :: (used & ~present & 8) != 0 -> x = 3
    :: (used & ~present & 16) != 0 -> x = 4
    :: (used & ~present & 32) != 0 -> x = 5
    :: (used & ~present & 64) != 0 -> x = 6
#endif
    :: else -> x = 0
    fi
}

/* Notes what the list has now, and the pages that are others now than they were read. */
inline noteChange() {
    at = 0; present = 0; hasCopy = false;
#ifdef HELD
    secrets = 0;
#ifdef HIDDEN
    secrets = (veiled != 0);
#endif
#endif
    do
    :: ID(list, at) != 0 ->
#ifdef NAMELESS
        secrets = (ID(list, at) > 7 -> secrets + 1 : secrets);
#endif
        hasCopy = hasCopy || (present & BIT(BARE(ID(list, at))));
        present = present | BIT(BARE(ID(list, at))); at++
    :: else -> break
    od;
#ifdef HIDDEN
    present = present | (veiled == 0 -> 0 : BIT(veiled));
#endif
    used = used | present; alive = alive & present;
#ifdef HELD
    least = (secrets < least -> secrets : least);
#endif
    i = 0;
    do
    :: i < PAGES ->
        if
        :: open && i < page && TWO(SHOWN, i) != TWO(sequence, i) -> changedPages = changedPages | BIT(i)
        :: !(open && i < page) && isRecord[0] && TWO(SHOWN, i) != TWO(found[0], i) ->
            changedPages = changedPages | BIT(i)
        :: else
        fi;
        i++
    :: else -> break
    od;
    i = 0; at = 0; to = 0; x = 0; done++
}

/* An ID has changed: it gets a version. */
inline date(y) {
#ifdef DELTA
    if
    :: isTie && version[y] != clock -> SAY("=")
    :: else -> clock++
    fi;
    version[y] = clock; changed = changed | BIT(y); isTie = false
#else
    skip
#endif
}

/* Up to CHANGES changes before a request. */
inline change() {
    do
#ifdef TIES
    :: MAY_CHANGE && !isTie -> isTie = true
#endif
    :: atomic { MAY_CHANGE && length < N ->
        pickNew();
        pick(at, length);
        d_step {
            if
            :: x > 0 ->
                list = WITH(list, at, x); length++;
                SAY2(" +%d@%d", x, at);
                date(x)
            :: else
            fi;
            noteChange()
        } }
    :: atomic { MAY_CHANGE && length > FEWEST ->
        pick(at, length - 1);
        d_step {
            x = ID(list, at); list = WITHOUT(list, at); length--;
            SAY1(" -%d", at);
#ifdef NAMELESS
            swapped = (x > 7 -> 255 : swapped);
#endif
#ifdef DELTA
            graves = graves | (x << (4 * graveCount)); graveCount++;
#endif
            date(x);
            noteChange()
        } }
    :: atomic { MAY_CHANGE && length > 1 ->
        pick(at, length - 1);
        pick(to, length - 1);
        d_step {
            x = ID(list, at); list = WITHOUT(list, at); list = WITH(list, to, x);
            SAY2(" >%d@%d", at, to);
            noteChange()
        } }
#ifdef NAMELESS
    :: atomic { MAY_CHANGE && length > 0 -> /* an element loses its ID, or has it again */
        pick(at, length - 1);
        d_step {
            x = ID(list, at); list = WITH(WITHOUT(list, at), at, x ^ 8);
            swapped = (x > 7 -> 255 : swapped);
            SAY1(" ~%d", at);
            noteChange()
        } }
#endif
#ifdef HIDDEN
    :: atomic { MAY_CHANGE && veiled == 0 && length > FEWEST -> /* one is on no page any more */
        pick(at, length - 1);
        d_step {
            veiled = ID(list, at); list = WITHOUT(list, at); length--;
            SAY1(" -%d ^1", at);
            noteChange()
        } }
    :: atomic { MAY_CHANGE && veiled == 0 && length < N -> /* the total counts one that never was on a page */
        pickNew();
        d_step { veiled = x; SAY1(" ^%d", x != 0); noteChange() } }
    :: atomic { MAY_CHANGE && veiled != 0 && length < N -> /* it is on a page again */
        pick(at, length);
        d_step {
            list = WITH(list, at, veiled); length++;
            SAY2(" +%d@%d ^0", veiled, at);
            veiled = 0; swapped = 255; noteChange()
        } }
    :: d_step { MAY_CHANGE && veiled != 0 -> /* it goes */
        veiled = 0; swapped = 255; SAY(" ^0"); noteChange() }
#endif
#ifdef EMPTY
    :: d_step { !still && done < CHANGES && (length > 0 || blank) ->
        blank = !blank;
        if
        :: blank -> SAY(" blank")
        :: else -> SAY(" shown")
        fi;
        noteChange() }
#endif
#ifdef DELTA
    :: atomic { MAY_CHANGE && length > 0 -> /* an item is edited */
        pick(at, length - 1);
        d_step { x = ID(list, at); SAY1(" *%d", x); date(x); noteChange() } }
#endif
#ifdef EDGE
    :: !still && done < CHANGES -> /* somebody else asks through the shared cache */
        d_step { kept[page] = ANSWER(page); keptAge[page] = 0; done++ }
#endif
    :: break
    od;
#ifdef DELTA
    isTie = false;
#endif
    done = 0
}

/* An item was met: no walk before counts as having missed it. */
inline meet(y) {
    r = 0;
    do
    :: r < RECORDS -> missed[8 * r + y] = 0; r++
    :: else -> break
    od;
    r = 0; unmet[y] = 0;
#ifdef HELD
    before[y] = 0; swapped = swapped & ~BIT(y);
    streak = streak & ~BIT(y); old = old & ~BIT(y);
#endif
#ifdef DELTA
    content[y] = version[y];
#endif
    alive = (alive & ~BIT(y)) | (present & BIT(y))
}

/* The list on the screen: what the walk has met, then what it has not, in its old order. */
inline arrange() {
    rest = met; to = metCount; at = 0;
    do
    :: ID(cache, at) != 0 ->
        if
        :: (seen & BIT(ID(cache, at))) == 0 -> rest = WITH(rest, to, ID(cache, at)); to++
        :: else
        fi;
        at++
    :: else -> break
    od;
    cache = rest; held = held | seen;
    rest = 0; at = 0; to = 0
}

/* A page came with its items: WalkStore.write. */
inline takeItems() {
#ifdef VALIDATORS
    i = 1;
    do
    :: i <= N ->
        if
        :: row[i] == page + 1 && ID(reply, 0) != i && ID(reply, 1) != i && (seen & BIT(i)) == 0 -> row[i] = 0
        :: else
        fi;
        i++
    :: else -> break
    od;
    same = true;
#endif
    at = 0;
    do
    :: at < 2 && ID(reply & 255, at) != 0 ->
        x = ID(reply, at);
        sequence = sequence | (x << (4 * count)); count++;
#ifdef DELTA
        content[x] = version[x];
        known = (version[x] > known -> version[x] : known);
        certain = (page == 0 && version[x] > certain -> version[x] : certain);
#endif
        if
#ifdef NAMELESS
        :: x > 7 -> same = false; bare++
#endif
        :: (seen & BIT(x)) != 0 ->
            same = false; repeats = repeats | BIT(x);
            if
            :: (lastRepeats & BIT(x)) == 0 && MUTANT != 9 -> drift = true
            :: else
            fi
        :: else ->
            met = met | (x << (4 * metCount)); metCount++; seen = seen | BIT(x);
#ifdef VALIDATORS
            if
            :: row[x] != 0 && row[x] != page + 1 && MUTANT != 6 -> valid = valid & ~BIT(row[x] - 1)
            :: else
            fi;
            row[x] = page + 1;
#endif
            meet(x)
        fi;
        at++
    :: else -> break
    od;
#ifdef VALIDATORS
    tagged[page] = reply;
    valid = (same -> valid | BIT(page) : valid & ~BIT(page))
#endif
}

#ifdef VALIDATORS
/* A page came as a 304: all that its row has counts as met. */
inline takeUnmodified() {
    at = 0;
    do
    :: at < 2 && ID(reply & 255, at) != 0 ->
        x = ID(reply, at);
        sequence = sequence | (x << (4 * count)); count++;
        assert(row[x] == page + 1 && (seen & BIT(x)) == 0);
        met = met | (x << (4 * metCount)); metCount++; seen = seen | BIT(x);
        meet(x);
        at++
    :: else -> break
    od
}
#endif

/* Reads the page: what the server, or the shared cache, has at that address. */
inline read() {
    reply = ANSWER(page);
#ifdef EDGE
    if
    :: hit -> reply = kept[page]; isAged = true
    :: else -> kept[page] = reply; keptAge[page] = 0
    fi;
    /* It is older than a page before it: no list of one time. */
    if
    :: hit && keptAge[page] > newest -> drift = true
    :: else
    fi;
    newest = (keptAge[page] < newest -> keptAge[page] : newest);
#endif
    cameBackNow = cameBackNow | ((changedPages >> page) & 1);
    changedPages = changedPages & ~BIT(page);
#ifdef TOTAL
    if
    :: page > 0 && total != (reply >> 9) -> drift = true
    :: else
    fi;
    /* The greatest counts: an answer that knows of more is never outvoted by one that knows of less. */
    total = ((reply >> 9) > total -> reply >> 9 : total);
#endif
#ifdef VALIDATORS
    if
    :: (asked & BIT(page)) && tagged[page] == reply && (valid & BIT(page)) -> takeUnmodified()
    :: (asked & BIT(page)) && tagged[page] == reply && !(valid & BIT(page)) ->
        /* The row has lost an item since: the page is asked for again, without a condition. */
        SAY(" again"); takeItems(); asked = valid
    :: else -> takeItems()
    fi;
#else
    takeItems();
#endif
    arrange();
#ifdef DELTA
    changed = (page == 0 -> 0 : changed);
#endif
    page++;
    if
    :: HAS_MORE(reply) == 0 -> outdated = true
    :: else
    fi;
    reply = 0; at = 0; x = 0; i = 0; same = false; hit = false
}

/* A page at the head that is read again after a walk that drifted: WalkStore.writeFront. */
inline readFront(number) {
    rest = met; to = number; at = 0;
    do
    :: at < 2 && ID(TWO(SHOWN, number), at) != 0 ->
        x = ID(TWO(SHOWN, number), at);
        if
        :: x < 8 && (seen & BIT(x)) != 0 -> meets = true
        :: else -> skip
        fi;
        at++
    :: else -> break
    od;
    at = 0; to = gone;
    do
    :: at < 2 && ID(TWO(SHOWN, number), at) != 0 ->
        x = ID(TWO(SHOWN, number), at);
        if
        :: x < 8 && (seen & BIT(x)) == 0 ->
            met = WITH(met, to, x); to++; metCount++; seen = seen | BIT(x);
#ifdef VALIDATORS
            if
            :: row[x] != 0 -> valid = valid & ~BIT(row[x] - 1); row[x] = 0
            :: else
            fi;
#endif
        :: else
        fi;
        if
        :: x < 8 -> meet(x)
        :: else
        fi;
        at++
    :: else -> break
    od;
    gone = to;
    meets = meets | (SHOWN_LENGTH <= 2 * number + 2);
    arrange();
    at = 0; to = 0; x = 0; rest = 0
}

/* Takes an item off the screen. */
inline remove(y) {
    at = 0;
    do
    :: ID(cache, at) == y -> break
    :: else -> at++
    od;
    cache = WITHOUT(cache, at); held = held & ~BIT(y); at = 0;
#ifdef VALIDATORS
    if
    :: row[y] != 0 -> valid = valid & ~BIT(row[y] - 1); row[y] = 0
    :: else
    fi;
#endif
}

/* Walks that have missed it are enough where the user says so, if they are more. */
#define AGREED (MUTANT == 17 -> 0 : 1)
#define isMute (MUTANT == 10 && repeats != 0)
/* What withholds an item: that it may be one that no walk can account for, or that the list is empty. */
#define HOLDS(i) ((MUTANT == 8 -> 0 : BIT(i)) | (MUTANT == 11 -> 0 : 1))

/* The walk has read its last page: WalkFinish and Evidence.verdict. */
inline finish() {
    /* The walk that it counts beside: the last one that had ended when its answers were made. */
#ifdef EDGE
    base = (isAged && MUTANT != 2 -> (isRecord[2] -> 2 : 9)
        : (isRecord[0] -> 0 : (isRecord[1] -> 1 : (isRecord[2] -> 2 : 9))));
#else
    base = (isRecord[0] -> 0 : 9);
#endif
    same = false;
    if
    :: base < 9 -> same = found[base] == sequence && foundTotal[base] == total
    :: else
    fi;
    depth = (same -> (alike[base] < 3 -> alike[base] + 1 : 3) : 1);
    at = (same -> alikeHere[base] + 1 : 1);
    here = (same && drifted[base] && MUTANT != 3);
    i = 1;
    do
    :: i <= N ->
        if
        :: (held & BIT(i)) && (seen & BIT(i)) == 0 ->
            missing++;
            missed[i] = (base < 9 -> (missed[8 * base + i] < MOST -> missed[8 * base + i] + 1 : MOST) : 1);
            unmet[i] = (unmet[i] < MOST -> unmet[i] + 1 : MOST)
        :: else -> missed[i] = 0
        fi;
        i++
    :: else -> break
    od;
#ifdef HELD
    /* What it cannot account for. */
    r = bare;
#ifdef TOTAL
    r = r + (total > count -> total - count : 0);
#endif
    if
#ifdef TOTAL
    :: count == 0 && total != 0 -> streak = streak | 1
#else
    :: count == 0 -> streak = streak | 1
#endif
    :: else -> streak = streak & ~1
    fi;
    i = 1;
    do
    :: i <= N ->
        if
        :: (seen & BIT(i)) -> before[i] = r
        :: (held & BIT(i)) && (seen & BIT(i)) == 0 && r > before[i] -> streak = streak | BIT(i)
        :: else -> streak = streak & ~BIT(i)
        fi;
        i++
    :: else -> break
    od;
    old = old & streak;
    /* Some of it came more than once, or slid past: it says nothing of what may be missing later. */
    swapped = (r > least -> 255 : swapped);
#endif
    cameBack = same && (cameBack || cameBackNow);
    repeating = (repeats == 0 -> 0 : (repeating < 3 -> repeating + 1 : 3));
    isRecord[0] = true; found[0] = sequence; foundTotal[0] = total; drifted[0] = drift;
    alike[0] = depth; alikeHere[0] = at; lastRepeats = repeats;
    later = false; outdated = false; to = at; at = 0;
    i = 1;
    do
    :: i <= N ->
        if
        :: (held & BIT(i)) && (seen & BIT(i)) == 0 ->
            /* Walks alike that missed it. */
            r = (depth < missed[i] -> depth : missed[i]);
            if
            :: MUTANT == 5 -> r = missed[i]
            :: else
            fi;
            if
            :: allows && missed[i] > AGREED ->
                assert(!(alive & BIT(i)) || unmet[i] >= 2);
                remove(i)
#ifdef HELD
            :: !(allows && missed[i] > AGREED) && ((MUTANT == 12 -> streak : streak & ~old) & HOLDS(i)) != 0 ->
                outdated = true
#endif
            :: else ->
                if
                :: MUTANT != 7 && !isMute && r > (here && r == 2 -> 2 : 1) && (missing <= SHARE || r > to) ->
                    /* Agreement. */
#ifdef HELD
                    assert(!(alive & BIT(i)) || cameBack || (swapped & BIT(i)) || (old & (1 | BIT(i))));
#elif defined(RETURNS) || defined(ODD)
                    assert(!(alive & BIT(i)) || cameBack);
#else
                    assert(!(alive & BIT(i)) || repeating == 3);
#endif
                    assert(missing <= 3 || r > to);
                    remove(i)
                :: else ->
                    if
                    :: missed[i] >= ENDURANCE && !isMute ->
                        assert(!(alive & BIT(i)) || unmet[i] >= 6);
                        remove(i)
                    :: else -> outdated = true; later = later || missing <= SHARE || r > to
                    fi
                fi
            fi
        :: else
        fi;
        i++
    :: else -> break
    od;
#ifdef EDGE
    later = later && !isAged;
#endif
    /* Whether something waits. */
#ifdef DELTA
    start = (MUTANT == 13 -> known : certain); awaits = outdated;
#endif
    second = !second && (allows -> outdated : later && (!drift || depth >= 2));
    outdated = false;
    open = false;
    i = 0; r = 0; base = 0; missing = 0; depth = 0; to = 0; same = false; here = false; later = false;
    cameBackNow = false
}

#ifdef DELTA
/* Reads a page of what changed: items in their order, then tombstones. */
inline readDelta() {
    rest = 0; to = 0; i = 0;
    do
    :: ID(list, i) != 0 ->
        x = ID(list, i); i++;
        if
        :: version[x] > since -> rest = rest | (x << (4 * to)); to++
        :: else
        fi
    :: else -> break
    od;
    i = 0;
    do
    :: ID(graves, i) != 0 ->
        x = ID(graves, i); i++;
        if
        :: version[x] > since -> rest = rest | ((x + 8) << (4 * to)); to++
        :: else
        fi
    :: else -> break
    od;
    reply = TWO(rest, page); outdated = to <= 2 * page + 2; rest = 0; to = 0; i = 0;
    do
    :: i < 2 && ID(reply, i) != 0 ->
        x = BARE(ID(reply, i));
        drift = drift || (seen & BIT(x)); seen = seen | BIT(x);
        greatest = (page == 0 && readings == 0 && version[x] > greatest -> version[x] : greatest);
        known = (version[x] > known -> version[x] : known);
        if
        :: ID(reply, i) > 7 ->
            if
            :: held & BIT(x) -> remove(x); brings = true
            :: else
            fi
        :: else ->
            brings = brings || !(held & BIT(x)) || content[x] != version[x];
            if
            :: !(held & BIT(x)) ->
                at = 0;
                do
                :: ID(cache, at) != 0 -> at++
                :: else -> break
                od;
                cache = cache | (x << (4 * at)); held = held | BIT(x); at = 0
            :: else
            fi;
            meet(x)
        fi;
        i++
    :: else -> break
    od;
    page++; at = 0; i = 0; x = 0; reply = 0
}
#endif

/* How many pages of the walk had the items of this one, in any order: a third one ends it (LoopGuard). */
inline countAlike() {
    i = 0; r = 0; rest = TWO(SHOWN, page);
    do
    :: i < page && rest != 0 ->
        r = r + (TWO(sequence, i) == rest || TWO(sequence, i) == (((rest & 15) << 4) | (rest >> 4)));
        i++
    :: else -> break
    od;
    i = 0; rest = 0
}

inline begin() {
    open = true; page = 0; count = 0; metCount = 0; seen = 0; repeats = 0; total = 0;
    sequence = 0; met = 0; drift = false;
#ifdef HELD
    bare = 0; least = secrets;
#endif
#ifdef DELTA
    certain = known;
#endif
#ifdef VALIDATORS
    asked = valid;
#endif
#ifdef EDGE
    newest = LIFETIME; isAged = false;
#endif
}

#ifdef EDGE
/* Time passes by one. */
inline tick() {
    i = 0;
    do
    :: i < PAGES -> keptAge[i] = (keptAge[i] < LIFETIME -> keptAge[i] + 1 : LIFETIME); i++
    :: else -> break
    od;
    r = 2;
    do
    :: r > 0 ->
        if
        :: isRecord[r - 1] ->
            isRecord[r] = true; found[r] = found[r - 1]; foundTotal[r] = foundTotal[r - 1];
            drifted[r] = drifted[r - 1]; alike[r] = alike[r - 1]; alikeHere[r] = alikeHere[r - 1];
            i = 1;
            do
            :: i <= N -> missed[8 * r + i] = missed[8 * (r - 1) + i]; missed[8 * (r - 1) + i] = 0; i++
            :: else -> break
            od;
            isRecord[r - 1] = false; found[r - 1] = 0; foundTotal[r - 1] = 0; drifted[r - 1] = false;
            alike[r - 1] = 0; alikeHere[r - 1] = 0
        :: else
        fi;
        r--
    :: else -> break
    od;
    i = 0; r = 0
}
#endif

/* The server changes no more, and this is what the cache is to have. */
inline want() {
    rest = 0; to = 0; at = 0; r = 0;
    do
    :: ID(SHOWN, at) != 0 ->
        x = ID(SHOWN, at); at++;
        if
        :: x < 8 && (r & BIT(x)) == 0 -> rest = rest | (x << (4 * to)); to++; r = r | BIT(x)
        :: else
        fi
    :: else -> break
    od;
    at = 0; to = 0; r = 0; x = 0
}

init {
    /* The first list. */
    do
    :: length < N - 1 -> d_step { list = WITH(list, length, length + 1); length++; used = used | BIT(length)
#ifdef DELTA
        ; version[length] = 1
#endif
        }
    :: length > (TRACE > 0 -> N / 2 : 0) -> break
    od;
    present = used;
    SAY1("list %d", length);
#ifdef VALIDATORS
    SAY(" tags");
#endif
#ifdef TOTAL
    SAY(" total");
#endif
#ifdef DELTA
    SAY1(" delta%d", OVERLAP);
#endif
    SAY("\n");
sync:
    if
    :: !still && TRACE == 0 && !IS_BARE -> still = true
    :: TRACE > 0 -> still = true
    :: TRACE > 0 -> still = false
    :: TRACE > 0 -> still = false
    :: TRACE == 0
    fi;
#ifdef EDGE
    if
    :: still -> d_step { tick(); tick() }
    :: else -> pick(done, 2);
        do
        :: done > 0 -> d_step { tick(); done-- }
        :: else -> break
        od
    fi;
#endif
#ifdef HELD
    isDay = still && quiet == 2;
#ifdef DAYS
    if
    :: true
    :: !still -> isDay = true
    fi;
#endif
#endif
#ifdef ALLOW
    if
    :: allows = true
    :: allows = false
    :: TRACE > 0 -> allows = false
    fi;
#endif
#ifdef DELTA
    if
    :: still && quiet > 0 && isRecord[0] -> due = true
    :: TRACE > 0 && isRecord[0] -> due = true
    :: !(still && quiet > 0)
    :: TRACE > 0
    :: TRACE > 0
    fi;
#endif
    true;
    d_step { r = 0; do :: r < RECORDS -> alikeHere[r] = 0; r++ :: else -> break od; r = 0; second = false }
    if
    :: open -> d_step {
        SAY("resume"); isResumed = true;
#ifdef VALIDATORS
        asked = valid
#endif
        }
    :: true -> d_step {
        if
        :: open -> SAY("anew")
        :: else -> SAY("sync")
        fi;
        /* What a walk that is given up has read is no page that a walk alike has. */
        changedPages = (open -> 255 : changedPages);
#ifdef DELTA
        isDelta = isRecord[0] && !awaits && !open && !due && start > 0;
        open = false;
        if
        :: due -> SAY(" due"); due = false
        :: else
        fi;
        if
        :: !isDelta -> begin()
        :: else
        fi
#else
        begin()
#endif
        }
    fi;
#ifdef HELD
    if
    :: isDay -> d_step { SAY(" day"); old = old | streak; isDay = false }
    :: else
    fi;
#endif
#ifdef ALLOW
    if
    :: allows -> SAY(" allow")
    :: else
    fi;
#endif
#ifdef DELTA
    if
    :: isDelta ->
        d_step {
            certain = (known > start -> known : start);
            page = 0; seen = 0; drift = false;
            since = start - (MUTANT == 14 -> 0 : OVERLAP);
            i = 1;
            do
            :: i <= N ->
                if
                :: OVERLAP > 0 && (held & BIT(i)) && content[i] == start -> expected = expected | BIT(i)
                :: else
                fi;
                i++
            :: else -> break
            od;
            i = 0
        }
        do
        :: !outdated ->
            SAY1(" |d%d", page + 1);
            change();
            if
            :: page == 0 && readings == 0 ->
                SAY(" gone"); start = 0; break
#ifdef FAULTS
            :: !still && page > 0 -> SAY(" fails"); certain = start; break
#endif
            :: true -> d_step { readDelta() }
            :: TRACE > 0 -> d_step { readDelta() }
            :: TRACE > 0 -> d_step { readDelta() }
            fi
        :: outdated && expected != 0 && (expected & seen) == 0 -> start = 0; break
        :: outdated && !(expected != 0 && (expected & seen) == 0) && drift && brings && readings < 5 && MUTANT != 15 ->
            d_step { readings++; page = 0; seen = 0; drift = false; brings = false; outdated = false }
        :: outdated && !(expected != 0 && (expected & seen) == 0) && !(drift && brings && MUTANT != 15) ->
            d_step {
                certain = (greatest > certain -> greatest : certain);
                start = (MUTANT == 13 -> known : certain)
            }
            break
        :: outdated && !(expected != 0 && (expected & seen) == 0) && drift && brings && readings == 5 -> break
        od;
        true;
        d_step {
            page = 0; seen = 0; drift = false; brings = false; outdated = false; readings = 0; expected = 0;
            since = 0; greatest = 0; certain = 0;
            isDelta = start > 0 || MUTANT == 16
        }
        if
        :: isDelta -> goto end
        :: else -> d_step { begin() }
        fi
    :: else
    fi;
#endif
walk:
    do
    :: !outdated ->
        SAY1(" |%d", page + 1);
        change();
#ifdef NAMELESS
        if
        :: page == 0 && IS_BARE -> goto end
        :: else
        fi;
#endif
#ifdef FAULTS
        if
        :: !still && page > 0 -> SAY(" fails"); goto end
        :: true
        :: TRACE > 0
        :: TRACE > 0
        :: TRACE > 0
        fi;
#endif
#ifdef EDGE
        if
        :: keptAge[page] < LIFETIME -> hit = true
        :: true -> skip
        fi;
#endif
        true;
#if !defined(DELTA) && !defined(EDGE)
        d_step { countAlike(); same = r >= 2; r = 0 }
        if
        :: same -> d_step { same = false; open = false; changedPages = 255 } goto end
        :: else
        fi;
#endif
        d_step { read() }
    :: else -> break
    od;
    outdated = false;
    if
    :: drift ->
        SAY(" |1");
        change();
        if
        :: IS_BARE -> meets = true
        :: else -> d_step { readFront(0) }
        fi;
        if
        :: !meets ->
            SAY(" |2");
            change();
            d_step { readFront(1) }
        :: else
        fi;
        meets = false; gone = 0
    :: else
    fi;
    true;
    d_step { finish() }
    if
    :: second -> d_step { begin() } goto walk
    :: else
    fi;
end:
    true;
    d_step {
        second = false;
        SAY("\n=");
        at = 0;
        do
        :: ID(cache, at) != 0 ->
            SAY1(" %d", ID(cache, at));
#ifdef DELTA
            SAY1(".%d", content[ID(cache, at)]);
#endif
            at++
        :: else -> break
        od;
        at = 0;
        SAY("\n")
    }
    syncs = (TRACE > 0 -> syncs + 1 : 0);
    if
    :: still && TRACE == 0 -> d_step {
        want();
#ifdef ALLOW
        assert(!allows || isResumed || cache == rest);
#endif
#ifdef DELTA
        /* What has changed since the last walk began is in. */
        if
        :: isDelta ->
            i = 1;
            do
            :: i <= N ->
                if
                :: (changed & BIT(i)) && (present & BIT(i)) -> assert((held & BIT(i)) && content[i] == version[i])
                :: (changed & BIT(i)) && !(present & BIT(i)) -> assert(!(held & BIT(i)))
                :: else
                fi;
                i++
            :: else -> break
            od;
            i = 0
        :: else
        fi;
        assert(quiet < 2 || isResumed || cache == rest);
#else
#ifdef HELD
        assert(quiet < 1 || isResumed || cache == rest || (quiet == 1 && (streak & ~old)));
#else
        assert(quiet < 1 || isResumed || cache == rest);
#endif
#endif
        rest = 0;
        quiet = (isResumed -> quiet : quiet + 1)
        }
    :: else
    fi;
    isResumed = false;
#ifdef DELTA
    isDelta = false;
#endif
    if
#if defined(HELD) || defined(DELTA)
    :: quiet == 3 || TRACE > 0 && syncs == TRACE
#else
    :: quiet == 2 || TRACE > 0 && syncs == TRACE
#endif
    :: else -> goto sync
    fi
}
