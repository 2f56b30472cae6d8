package dev.restante.broker;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.MessageHead;
import dev.restante.store.Change;

/**
 * A message with its id, instants and place, ready to be stored. Nothing has happened to the store yet.
 *
 * @param target where it goes
 * @param enqueue the change that stores it
 */
public record PreparedSend(Entity target, Change.Enqueue enqueue) {

    /** The message's stay in the queue, as it begins. */
    public Delivery delivery() {
        return enqueue.deliveries().get(0);
    }

    /** The headers as a receiver will see them: message id, timestamp, delivery time, expiration. */
    public MessageHead head() {
        return enqueue.message().head();
    }
}
