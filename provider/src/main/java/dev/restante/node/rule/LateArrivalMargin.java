package dev.restante.node.rule;

import dev.restante.model.IdLayout;
import java.util.concurrent.TimeUnit;

/**
 * Margin of two seconds by which a search for new messages starts earlier, because messages can be committed in another
 * order than their positions. Positions follow the send time or delivery time. A signal of its sender or a full scan
 * finds a message that arrives even later.
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
