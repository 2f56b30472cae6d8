package dev.restante.node.rule;

import dev.restante.model.IdLayout;
import java.util.concurrent.TimeUnit;

/**
 * How late messages come to places that were looked at. Positions are instants: a message that was sent with an earlier
 * one is in the store two seconds later at most, or other nodes are told of it, or a look at all places has to find it.
 */
public final class LateSends {

    private static final long LATE_MILLIS = TimeUnit.SECONDS.toMillis(2);

    private LateSends() {}

    /** The first position at which a message may have come since an instant, in epoch milliseconds of store time. */
    public static long firstPosition(long sinceMillis) {
        return IdLayout.firstPositionAt(sinceMillis - LATE_MILLIS);
    }
}
