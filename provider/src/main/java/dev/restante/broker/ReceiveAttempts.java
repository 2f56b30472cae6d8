package dev.restante.broker;

import dev.restante.model.DeliveryRef;
import dev.restante.model.Entity;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives that can be repeated if their answer was lost: they carry an id of the application's (VIS-09). For five
 * minutes after the first, a receive with the same id returns the same messages, whoever asks, on whichever node; but
 * only while none of them was settled and no lock on them was lost. The former holder can settle nothing any more.
 */
public interface ReceiveAttempts {

    /** For how long after the first receive it can be repeated. */
    Duration REPEATABLE_FOR = Duration.ofMinutes(5);

    /**
     * A look for an earlier receive with an id.
     *
     * @param again what it returned, under new locks; empty if there was none, or it can't be repeated
     * @param former the locks of this node that have ended by this
     * @param known what is remembered under the id if it can't be repeated; needed to remember another receive
     */
    record Repetition(List<HeldDelivery> again, List<HeldDelivery> former, List<DeliveryRef> known) {}

    /**
     * Repeats the earlier receive with an id, if there was one and it can be repeated.
     *
     * @param maxMessages how many messages are wanted at most
     * @param lockDuration of the new locks, or null for that of the entity
     * @throws BrokerException with {@link BrokerException.Reason#INVALID_ARGUMENT} if it returned more than are wanted,
     *     IN_FLIGHT_LIMIT, or if the store fails
     */
    Repetition repeat(Entity entity, String attemptId, int maxMessages, @Nullable Duration lockDuration);

    /**
     * Remembers a receive, durably.
     *
     * @param received what it is about to return, peek-locked; at least one
     * @param known what {@link #repeat} said
     * @return false if another receive with the id has been remembered meanwhile, or a lock is lost: the caller gives
     *     back what it has received, and looks again
     * @throws BrokerException if the store fails
     */
    boolean remember(Entity entity, String attemptId, List<HeldDelivery> received, List<DeliveryRef> known);
}
