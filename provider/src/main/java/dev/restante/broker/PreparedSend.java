package dev.restante.broker;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHeader;
import dev.restante.store.Change;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Message to send, with its assigned id, timestamps and position, and the changes that store it.
 *
 * @param enqueue the change that stores the message; for a topic, the template for the changes, because the
 *     subscriptions are known only when the message is sent
 * @param duplicateIdChecks the changes that reject duplicates; empty without duplicate detection
 * @param originalTarget the entity that the sender named if it forwards to the target; else null
 */
public record PreparedSend(
        Entity target,
        Change.Enqueue enqueue,
        List<Change.RecordDuplicateId> duplicateIdChecks,
        SendRequest.Sender sender,
        @Nullable Entity originalTarget) {

    public PreparedSend {
        duplicateIdChecks = List.copyOf(duplicateIdChecks);
    }

    public PreparedSend withTarget(Entity current) {
        return current.equals(target)
                ? this
                : new PreparedSend(current, enqueue, duplicateIdChecks, sender, originalTarget);
    }

    /**
     * Returns the new delivery in the queue; for a topic, the common template of the deliveries in its subscriptions.
     */
    public Delivery delivery() {
        return enqueue.deliveries().get(0);
    }

    /** Returns the changes that store the message in a queue. */
    public List<Change> changes() {
        if (duplicateIdChecks.isEmpty()) {
            return List.of(enqueue);
        }
        List<Change> changes = new ArrayList<>(duplicateIdChecks);
        changes.add(enqueue);
        return changes;
    }

    /**
     * Returns whether the message is distributed to the subscriptions of a topic. Repeated sends wait in the topic
     * (SCH-07).
     */
    public boolean fansOut() {
        return target.kind() == EntityKind.TOPIC && !delivery().state().isRepeatedSend();
    }

    /** Returns the headers that a receiver will see: message id, timestamp, delivery time, expiration. */
    public MessageHeader header() {
        return enqueue.message().header();
    }
}
