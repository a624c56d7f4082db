/* When an item that walks did not meet is removed: the law "Absence" (TheLaws.md), as Evidence.swift and WalkFinish.swift
 * keep it.
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
 * -DMUTANT=n     a rule is left out, and an assertion has to fail: 1 endurance of two, 2 walks over one shared cache
 *                count beside each other, 3 two walks are enough although the first drifted, 4 one sync removes any
 *                number, 5 walks that found other lists agree, 6 a page that lost an item keeps its validator,
 *                7 no agreement
 * -DTRACE=n      prints n syncs, for WalkTraceTests.swift
 *
 * Left out: elements without an ID, an ID twice in one list, empty lists, windows, lists of more than ten items or a
 * hundred pages, and failures of a front page.
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
#define PAGES ((N + 1) / 2)
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

/* A list of IDs (1..N) is a number: three bits an ID, the first the lowest. */
#define ID(ids, at) (((ids) >> (3 * (at))) & 7)
#define BIT(x) (1 << (x))
#define REST(ids, at) ((ids) >> (3 * (at)))
#define FRONT(ids, at) ((ids) & ((1 << (3 * (at))) - 1))
#define WITH(ids, at, x) (FRONT(ids, at) | ((x) << (3 * (at))) | (REST(ids, at) << (3 * (at) + 3)))
#define WITHOUT(ids, at) (FRONT(ids, at) | (REST(ids, (at) + 1) << (3 * (at))))
#define TWO(ids, number) (REST(ids, 2 * (number)) & 63)
/* An answer: two items, whether there are more, the total. */
#ifdef TOTAL
#define ANSWER(number) (TWO(list, number) | ((length > 2 * (number) + 2) << 6) | (length << 7))
#else
#define ANSWER(number) (TWO(list, number) | ((length > 2 * (number) + 2) << 6))
#endif
#define HAS_MORE(reply) (((reply) >> 6) & 1)

/* The server. */
int list;
byte length, present, used;   /* present: the IDs in it; used: those that it ever had */
bool still;                   /* it changes no more */

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

/* The walk that is open. */
bool open;
byte page, count, metCount, seen, repeats, total;
int sequence, met;            /* all it met; and the first places of what it met */
bool drift;
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
byte quiet;                   /* syncs since the server stands still, but for one that goes on with a walk */
byte syncs;

/* Scratch; 0 when not in use. */
byte i, at, to, x, done, r, base, missing, depth, gone;
bool outdated, later, meets, second, hit, same, here, isResumed;
int reply, rest;

#if TRACE > 0
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

/* Notes the pages that are others now than they were read. */
inline noteChange() {
    i = 0;
    do
    :: i < PAGES ->
        if
        :: open && i < page && TWO(list, i) != TWO(sequence, i) -> changedPages = changedPages | BIT(i)
        :: !(open && i < page) && isRecord[0] && TWO(list, i) != TWO(found[0], i) ->
            changedPages = changedPages | BIT(i)
        :: else
        fi;
        i++
    :: else -> break
    od;
    i = 0; at = 0; to = 0; x = 0
}

/* Up to CHANGES changes before a request. */
inline change() {
    do
    :: atomic { !still && done < CHANGES && length < N ->
        pickNew();
        pick(at, length);
        d_step {
            if
            :: x > 0 ->
                list = WITH(list, at, x); length++; present = present | BIT(x); used = used | BIT(x);
                SAY2(" +%d@%d", x, at)
            :: else
            fi;
            noteChange(); done++
        } }
    :: atomic { !still && done < CHANGES && length > 1 ->
        pick(at, length - 1);
        d_step {
            x = ID(list, at); list = WITHOUT(list, at); length--;
            present = present & ~BIT(x); alive = alive & ~BIT(x);
            SAY1(" -%d", x);
            noteChange(); done++
        } }
    :: atomic { !still && done < CHANGES && length > 1 ->
        pick(at, length - 1);
        pick(to, length - 1);
        d_step {
            x = ID(list, at); list = WITHOUT(list, at); list = WITH(list, to, x);
            SAY2(" >%d@%d", x, to);
            noteChange(); done++
        } }
#ifdef EDGE
    :: !still && done < CHANGES -> /* somebody else asks through the shared cache */
        d_step { kept[page] = ANSWER(page); keptAge[page] = 0; done++ }
#endif
    :: break
    od;
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
    :: at < 2 && ID(reply & 63, at) != 0 ->
        x = ID(reply, at);
        sequence = sequence | (x << (3 * count)); count++;
        if
        :: (seen & BIT(x)) != 0 ->
            same = false; repeats = repeats | BIT(x);
            if
            :: (lastRepeats & BIT(x)) == 0 -> drift = true
            :: else
            fi
        :: else ->
            met = met | (x << (3 * metCount)); metCount++; seen = seen | BIT(x);
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
    :: at < 2 && ID(reply & 63, at) != 0 ->
        x = ID(reply, at);
        sequence = sequence | (x << (3 * count)); count++;
        assert(row[x] == page + 1 && (seen & BIT(x)) == 0);
        met = met | (x << (3 * metCount)); metCount++; seen = seen | BIT(x);
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
    :: page > 0 && total != (reply >> 7) -> drift = true
    :: else
    fi;
    total = reply >> 7;
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
    :: at < 2 && ID(TWO(list, number), at) != 0 ->
        x = ID(TWO(list, number), at);
        if
        :: (seen & BIT(x)) != 0 -> meets = true
        :: else -> skip
        fi;
        at++
    :: else -> break
    od;
    at = 0; to = gone;
    do
    :: at < 2 && ID(TWO(list, number), at) != 0 ->
        x = ID(TWO(list, number), at);
        if
        :: (seen & BIT(x)) == 0 ->
            met = WITH(met, to, x); to++; metCount++; seen = seen | BIT(x);
#ifdef VALIDATORS
            if
            :: row[x] != 0 -> valid = valid & ~BIT(row[x] - 1); row[x] = 0
            :: else
            fi;
#endif
        :: else
        fi;
        meet(x);
        at++
    :: else -> break
    od;
    gone = to;
    meets = meets | (length <= 2 * number + 2);
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
    cameBack = same && (cameBack || cameBackNow);
    repeating = (repeats == 0 -> 0 : (repeating < 3 -> repeating + 1 : 3));
    isRecord[0] = true; found[0] = sequence; foundTotal[0] = total; drifted[0] = drift;
    alike[0] = depth; alikeHere[0] = at; lastRepeats = repeats;
    later = false; to = at; at = 0;
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
            :: r > (here && r == 2 -> 2 : 1) && (missing <= SHARE || r > to) && MUTANT != 7 ->
                /* Agreement. */
#ifdef RETURNS
                assert(!(alive & BIT(i)) || cameBack);
#else
                assert(!(alive & BIT(i)) || repeating == 3);
#endif
                assert(missing <= 3 || r > to);
                remove(i)
            :: else ->
                if
                :: missed[i] >= ENDURANCE ->
                    assert(!(alive & BIT(i)) || unmet[i] >= 6);
                    remove(i)
                :: else -> later = later || missing <= SHARE || r > to
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
    second = later && !second && (!drift || depth >= 2);
    open = false;
    i = 0; r = 0; base = 0; missing = 0; depth = 0; to = 0; same = false; here = false; later = false;
    cameBackNow = false
}

inline begin() {
    open = true; page = 0; count = 0; metCount = 0; seen = 0; repeats = 0; total = 0;
    sequence = 0; met = 0; drift = false;
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

init {
    /* The first list. */
    do
    :: length < N - 1 -> d_step { list = WITH(list, length, length + 1); length++; used = used | BIT(length) }
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
    SAY("\n");
sync:
    if
    :: !still && TRACE == 0 -> still = true
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
        begin() }
    fi;
walk:
    do
    :: !outdated ->
        SAY1(" |%d", page + 1);
        change();
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
        d_step { read() }
    :: else -> break
    od;
    outdated = false;
    if
    :: drift ->
        SAY(" |1");
        change();
        d_step { readFront(0) }
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
        :: ID(cache, at) != 0 -> SAY1(" %d", ID(cache, at)); at++
        :: else -> break
        od;
        at = 0;
        SAY("\n")
    }
    syncs = (TRACE > 0 -> syncs + 1 : 0);
    if
    :: still && !isResumed && TRACE == 0 -> quiet++
    :: else -> isResumed = false
    fi;
    if
    :: quiet == 2 || TRACE > 0 && syncs == TRACE -> assert(quiet < 2 || cache == list)
    :: else -> goto sync
    fi
}
