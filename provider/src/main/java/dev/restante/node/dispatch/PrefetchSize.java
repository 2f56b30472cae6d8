package dev.restante.node.dispatch;

/**
 * The amount that this node acquires ahead: as much as its receivers take. It doubles when everything that was acquired
 * ahead has been taken before more was fetched. It shrinks to what was taken lately when receivers of another node
 * wait, and to what was taken since they came when the last receiver leaves something behind: an application that opens
 * a receiver for each message would otherwise acquire and give back a whole fetch each time. It never grows for another
 * reason, or a slow node would take again what it has just given back.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class PrefetchSize {

    private static final int FIRST = 64;

    private final int most;
    private int size;
    private long taken;
    private long takenBefore;
    private long takenByThoseBefore;
    private boolean disappointed;

    private PrefetchSize(int first, int most) {
        this.size = Math.min(first, most);
        this.most = most;
    }

    /** Where nobody else could have it: as large as a fetch from the start. */
    static PrefetchSize unshared(int most) {
        return new PrefetchSize(most, most);
    }

    /** Where other nodes could have it. */
    static PrefetchSize shared(int most) {
        return new PrefetchSize(FIRST, most);
    }

    /** How many deliveries may wait here; 0 if nothing may be acquired before a receiver waits for it. */
    int size() {
        return size;
    }

    /** How many deliveries receivers have taken ever. */
    long taken() {
        return taken;
    }

    /** A receiver took one. */
    void took() {
        taken++;
    }

    /** A receiver found nothing. */
    void foundNothing() {
        disappointed = true;
    }

    /**
     * Whether a receiver has found nothing since the last call: it may be one that asks now and then and never waits.
     */
    boolean disappointedSince() {
        boolean was = disappointed;
        disappointed = false;
        return was;
    }

    /** A fetch brought so many. */
    void fetched(int count) {
        if (count > 0 && count >= size) {
            size = Math.min(Math.max(1, 2 * size), most);
        }
    }

    /**
     * The last receiver has left.
     *
     * @param leftBehind whether anything goes back that was acquired for it
     */
    void everybodyLeft(boolean leftBehind) {
        if (leftBehind) {
            size = (int) Math.min(size, Math.max(1, taken - takenByThoseBefore));
        }
        takenByThoseBefore = taken;
    }

    /**
     * An interval is over.
     *
     * @param othersWait whether receivers of another node wait
     * @param demand whether receivers want anything here
     * @return how many deliveries may stay here
     */
    int endInterval(boolean othersWait, boolean demand) {
        long takenLately = taken - takenBefore;
        takenBefore = taken;
        if (othersWait) {
            size = demand ? (int) Math.min(takenLately, most) : 0;
        }
        return size;
    }
}
