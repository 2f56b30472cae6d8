package dev.restante.broker;

import dev.restante.broker.view.Browsed;
import dev.restante.model.Entity;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages that were set aside, for whoever knows their sequence numbers (RCV-11, DEF-01 to DEF-03). */
public interface DeferredMessages {

    /**
     * Receives deferred messages by their sequence numbers, all in one transaction. Left out are those that are not
     * deferred here, those that the selector does not match, and those of a message group that another party has
     * accepted (DEF-03).
     *
     * @param receiver for whom, and under what lock
     * @param lockDuration in place of the entity's lock duration, or null for that
     */
    List<HeldDelivery> receive(
            Entity entity, Collection<Long> sequenceNumbers, ReceiverOptions receiver, @Nullable Duration lockDuration);

    /** Deferred messages by ascending sequence number, without locking them. */
    List<Browsed> list(Entity entity, long afterSequenceNumber, int limit);
}
