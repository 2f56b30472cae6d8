package dev.restante.node.admin;

/** The pace of counts that cost: after each a rest of {@value #REST} times as long as it took. For one thread. */
final class CountingPace {

    static final int REST = 100;

    private long endedNanos;
    private long restNanos;

    /** True while it is too early to count again. */
    boolean rests(long nowNanos) {
        return restNanos > 0 && nowNanos - endedNanos < restNanos;
    }

    /** A count has begun and ended. */
    void counted(long fromNanos, long toNanos) {
        endedNanos = toNanos;
        restNanos = REST * (toNanos - fromNanos);
    }
}
