package dev.restante.broker;

import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Entity;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations that receive and list the deferred messages of a queue or subscription by sequence number (RCV-11, DEF-01
 * to DEF-03).
 */
public interface DeferredMessages {

    /**
     * Receives deferred messages by their sequence numbers in one transaction.
     *
     * <p>Messages are omitted if they are not deferred in this entity, the selector does not match, or another
     * participant has accepted their message group (DEF-03).
     *
     * @param receiver the lock mode, selector and group participant
     * @param lockDuration the lock duration, or null for the lock duration of the entity
     */
    List<InFlightDelivery> receive(
            Entity entity, Collection<Long> sequenceNumbers, ReceiverOptions receiver, @Nullable Duration lockDuration);

    /** Returns deferred messages by ascending sequence number without locking them. */
    List<BrowsedMessage> list(Entity entity, long afterSequenceNumber, int limit);
}
