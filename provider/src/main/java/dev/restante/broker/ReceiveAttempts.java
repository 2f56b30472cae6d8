package dev.restante.broker;

import dev.restante.model.DeliveryRef;
import dev.restante.model.Entity;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interface that records receives under an id chosen by the application, and repeats a receive whose result was lost,
 * for five minutes (VIS-09).
 *
 * <p>A receive with a known attempt id returns the earlier messages again, for any caller on any node. It does so only
 * while none of the messages was settled and no lock was lost. The former receiver can no longer settle the messages.
 */
public interface ReceiveAttempts {

    /** Time after the first receive for which it can be repeated. */
    Duration REPEATABLE_DURATION = Duration.ofMinutes(5);

    /**
     * Result of a repeated receive.
     *
     * @param deliveries the messages of the earlier receive under new locks; empty if there was none or it is not
     *     repeatable
     * @param lostLocks the former locks on this node, which the repeated receive ended
     * @param formerRefs the deliveries that the store has recorded for an unrepeatable receive; {@link #record} needs
     *     them
     */
    record RepeatedReceive(
            List<InFlightDelivery> deliveries, List<InFlightDelivery> lostLocks, List<DeliveryRef> formerRefs) {}

    /**
     * Repeats the earlier receive with an attempt id if possible.
     *
     * @param maxMessages the highest number of messages that the caller accepts
     * @param lockDuration the duration of the new locks, or null for the lock duration of the entity
     * @throws BrokerException with {@link BrokerException.BrokerErrorReason#INVALID_ARGUMENT} if the earlier receive
     *     returned more messages; IN_FLIGHT_LIMIT; or if the store fails
     */
    RepeatedReceive repeat(Entity entity, String attemptId, int maxMessages, @Nullable Duration lockDuration);

    /**
     * Records a receive durably.
     *
     * @param received the messages that the caller is about to return, peek-locked; at least one
     * @param formerRefs the value from {@link RepeatedReceive}
     * @return false if another receive with this attempt id was recorded concurrently or a lock was lost; the caller
     *     then returns the messages to the store and calls {@link #repeat} again
     * @throws BrokerException if the store fails
     */
    boolean record(Entity entity, String attemptId, List<InFlightDelivery> received, List<DeliveryRef> formerRefs);
}
