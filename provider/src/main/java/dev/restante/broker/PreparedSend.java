package dev.restante.broker;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHead;
import dev.restante.store.Change;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message with its id, instants and place, ready to be stored. Nothing has happened to the store yet.
 *
 * @param target where it goes
 * @param enqueue the change that stores it; for a topic, what the changes are made from when it is sent, because only
 *     then it is known which subscriptions there are
 * @param onces what keeps a duplicate out, empty where nothing is compared
 * @param sender who sends it
 * @param addressed what it was sent to, where that forwards to the target; else null
 */
public record PreparedSend(
        Entity target,
        Change.Enqueue enqueue,
        List<Change.Once> onces,
        SendRequest.Sender sender,
        @Nullable Entity addressed) {

    public PreparedSend {
        onces = List.copyOf(onces);
    }

    /** The same with its target as it is known now. */
    public PreparedSend to(Entity current) {
        return current.equals(target) ? this : new PreparedSend(current, enqueue, onces, sender, addressed);
    }

    /** The message's stay in the queue, as it begins; for a topic, what its stays in subscriptions have in common. */
    public Delivery delivery() {
        return enqueue.deliveries().get(0);
    }

    /** The changes that store it in a queue. */
    public List<Change> changes() {
        if (onces.isEmpty()) {
            return List.of(enqueue);
        }
        List<Change> changes = new ArrayList<>(onces);
        changes.add(enqueue);
        return changes;
    }

    /** Whether it goes to the subscriptions of a topic; what is sent repeatedly waits in the topic itself (SCH-07). */
    public boolean toTopic() {
        return target.kind() == EntityKind.TOPIC && !delivery().state().repeats();
    }

    /** The headers as a receiver will see them: message id, timestamp, delivery time, expiration. */
    public MessageHead head() {
        return enqueue.message().head();
    }
}
