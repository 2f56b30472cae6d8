package dev.restante.broker;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHead;
import dev.restante.store.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message with its id, instants and place, ready to be stored. Nothing has happened to the store yet.
 *
 * @param target where it goes
 * @param enqueue the change that stores it; for a topic, what the changes are made from when it is sent, because only then it is known which subscriptions there are
 * @param once what keeps a duplicate out, or null where nothing is compared
 * @param sender who sends it
 */
public record PreparedSend(
        Entity target, Change.Enqueue enqueue, Change.@Nullable Once once, SendRequest.Sender sender) {

    /** The message's stay in the queue, as it begins; for a topic, what its stays in subscriptions have in common. */
    public Delivery delivery() {
        return enqueue.deliveries().get(0);
    }

    /** The changes that store it in a queue. */
    List<Change> changes() {
        return once == null ? List.of(enqueue) : List.of(once, enqueue);
    }

    /** Whether it goes to the subscriptions of a topic. */
    boolean toTopic() {
        return target.kind() == EntityKind.TOPIC;
    }

    /** The headers as a receiver will see them: message id, timestamp, delivery time, expiration. */
    public MessageHead head() {
        return enqueue.message().head();
    }
}
