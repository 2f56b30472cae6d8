package dev.restante.node.rule;

import dev.restante.model.IdLayout;
import java.util.concurrent.TimeUnit;

/**
 * Margin of two seconds within which a message may arrive at a position that fetches have passed. Positions follow the
 * send time or delivery time, so messages can be committed in another order than their positions. A signal of its
 * sender or a full scan finds a message that arrives even later.
 */
public final class LateArrivalMargin {

    private static final long MARGIN_MILLIS = TimeUnit.SECONDS.toMillis(2);

    private LateArrivalMargin() {}

    /**
     * Returns the first position at which a message may have arrived since an instant in epoch milliseconds of store
     * time.
     */
    public static long firstPositionSince(long sinceMillis) {
        return IdLayout.firstPositionAt(sinceMillis - MARGIN_MILLIS);
    }
}
