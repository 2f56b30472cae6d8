package dev.restante.node.dispatch;

/**
 * Whether the next fetch looks at all places of its entity, or only at those where something new can be. What was
 * removed is passed row by row for as long as the database has to keep it for somebody, so a look at all places may
 * take long. What nobody has told of, it is made for only after a multiple of the time that the last one took; what is
 * known to be available somewhere, at once.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class WideFetch {

    private final LookRest rest = new LookRest();
    private boolean wanted = true;

    /** Whether what groups leave behind when they are passed over is to be found, wherever it is. */
    private boolean always;

    /** Whether the fetch that began last looks at all places. */
    private boolean wide;

    /** Something has become available, or is about to, at a place that fetches may have passed. */
    void want() {
        wanted = true;
    }

    /** Something may have. */
    void wantIfRested(long nowNanos) {
        wanted |= rest.isOver(nowNanos);
    }

    /** From now on all do. */
    void wantAlways() {
        always = true;
        wanted = true;
    }

    /** A fetch begins; returns whether it looks at all places. */
    boolean begin(long nowNanos) {
        wide = wanted;
        wanted = always;
        rest.begin(nowNanos);
        return wide;
    }

    /** It has said what there is. */
    void answered(long nowNanos) {
        if (wide) {
            rest.end(nowNanos);
        }
    }

    /** It has failed. */
    void failed() {
        wanted |= wide;
    }

    /** Whether what the fetch that began last has found is all there was. */
    boolean proves() {
        return wide || !wanted;
    }
}
