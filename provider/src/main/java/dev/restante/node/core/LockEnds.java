package dev.restante.node.core;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.Spans;
import dev.restante.model.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The end of a lock that starts now, by the steady clock. */
public final class LockEnds {

    private final TimeSource time;

    public LockEnds(TimeSource time) {
        this.time = time;
    }

    /**
     * The end of the lock of what a receiver gets.
     *
     * @param own what the receiver asked for in place of the entity's lock duration, or null
     */
    public long of(Entity entity, ReceiverOptions.Hold hold, @Nullable Duration own) {
        return hold == ReceiverOptions.Hold.LOCK_DURATION
                ? of(own != null ? own : entity.options().lockDuration())
                : HeldDelivery.UNTIL_SETTLED;
    }

    /** The end of a lock of a duration; one of no duration lasts to the end of the millisecond (VIS-01). */
    public long of(Duration lockDuration) {
        return Spans.later(time.steadyMillis(), Math.max(1, Spans.millis(lockDuration)));
    }
}
