package dev.restante.node.dispatch;

/**
 * The passes of a search, one after the other: which is wanted, which runs, and when the next may begin. One that
 * nobody waits for rests a multiple of the time that the last one took; until then only the latest places are searched
 * again. Not thread-safe; the dispatcher's lock guards it.
 */
final class SearchPasses {

    /** What a step that begins now goes on with. */
    enum Step {
        /** A new pass. */
        PASS,
        /** The latest places once more. */
        LATE_ONES,
        /** Where the last step ended. */
        NEXT
    }

    private boolean owed = true;
    private boolean lateOnesOwed;

    /** The number of the last pass that began, and of the last that ended. */
    private long begun;

    private long ended;
    private final LookRest rest = new LookRest();

    /** How many have begun. */
    long begun() {
        return begun;
    }

    /** The number of the last one that ended. */
    long ended() {
        return ended;
    }

    /** Returns how long the last one took, in nanoseconds; 0 if none has ended. */
    long lastedNanos() {
        return rest.lastedNanos();
    }

    /** Wants one that begins from now on; returns its number. */
    long want() {
        owed = true;
        return begun + 1;
    }

    /** Something may have become available in a way that is not reported. */
    void disturb(long nowNanos) {
        if (runs() || !rest.isOver(nowNanos)) {
            lateOnesOwed = true;
        } else {
            owed = true;
        }
    }

    private boolean runs() {
        return begun > ended;
    }

    /** Whether neither a pass nor a look at the latest places is wanted. */
    boolean noneOwed() {
        return !owed && !lateOnesOwed;
    }

    /** A step begins; {@code looks} says whether it looks at places at all. */
    Step begin(boolean looks, long nowNanos) {
        if (!runs() && owed && looks) {
            owed = false;
            lateOnesOwed = false;
            begun++;
            rest.begin(nowNanos);
            return Step.PASS;
        }
        if (!runs() && lateOnesOwed) {
            lateOnesOwed = false;
            return Step.LATE_ONES;
        }
        return Step.NEXT;
    }

    /** A step has come to the end of what there is. */
    void cameToTheEnd(long nowNanos) {
        if (runs()) {
            ended = begun;
            rest.end(nowNanos);
        }
    }
}
