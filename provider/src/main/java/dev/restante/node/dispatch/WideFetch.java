package dev.restante.node.dispatch;

/**
 * The width of the next fetch: all places of its entity, or only those where something new can be. Removed rows are
 * passed one by one for as long as the database has to keep them for somebody, so a look at all places may take long.
 * It is made at once for something that is known to be there, and for anything else after a {@linkplain LookRest rest}.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class WideFetch {

    private final LookRest rest = new LookRest();
    private boolean wanted = true;

    /** Set where messages have groups: those that a fetch passes over stay where they are. */
    private boolean always;

    /** Width of the fetch that began last. */
    private boolean wide;

    private long lastedNanos;

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
        lastedNanos = rest.passedNanos(nowNanos);
        if (wide) {
            rest.end(nowNanos);
        }
    }

    /** Returns how long the last fetch took that has said what there is, wide or not; 0 if there was none. */
    long lastedNanos() {
        return lastedNanos;
    }

    /** It has failed. */
    void failed() {
        wanted |= wide;
    }

    /** True if the fetch that began last has found all there was. */
    boolean proves() {
        return wide || !wanted;
    }
}
