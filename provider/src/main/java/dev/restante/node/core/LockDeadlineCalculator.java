package dev.restante.node.core;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.model.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Calculator of the instant, by the monotonic clock, at which a lock that starts now ends. */
public final class LockDeadlineCalculator {

    private final TimeSource time;

    public LockDeadlineCalculator(TimeSource time) {
        this.time = time;
    }

    /**
     * Returns the end of the lock on a delivery that a receiver gets now.
     *
     * @param requested lock duration that the receiver requests instead of the lock duration of the entity, or null
     */
    public long deadlineOf(Entity entity, ReceiverOptions.ReceiveMode lockMode, @Nullable Duration requested) {
        return lockMode == ReceiverOptions.ReceiveMode.LOCK_DURATION
                ? deadlineOf(requested != null ? requested : entity.options().lockDuration())
                : InFlightDelivery.UNTIL_SETTLED;
    }

    /**
     * Returns the end of a lock with a duration; a lock without duration ends with the current millisecond (VIS-01).
     */
    public long deadlineOf(Duration lockDuration) {
        return SaturatingTime.plus(time.monotonicMillis(), Math.max(1, SaturatingTime.toMillis(lockDuration)));
    }
}
