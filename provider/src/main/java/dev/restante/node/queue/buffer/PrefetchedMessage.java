package dev.restante.node.queue.buffer;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Delivery that this node has acquired and no application has received, with its message.
 *
 * @param hasRow true if the store has a row for the delivery; a non-persistent message may have none
 */
public record PrefetchedMessage(Delivery delivery, StoredMessage message, boolean hasRow) {

    public PrefetchedMessage {
        requireNonNull(delivery, "delivery");
        requireNonNull(message, "message");
    }

    @Nullable
    public String groupId() {
        return delivery.groupId();
    }

    /** Returns the first of two deliveries in retrieval order; null if both are null. */
    public static @Nullable PrefetchedMessage first(
            @Nullable PrefetchedMessage left, @Nullable PrefetchedMessage right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return compareRetrievalOrder(left, right) <= 0 ? left : right;
    }

    /** Compares by retrieval order: higher priority first, then position, then id. */
    public static int compareRetrievalOrder(PrefetchedMessage left, PrefetchedMessage right) {
        int byPriority = Integer.compare(right.delivery.priority(), left.delivery.priority());
        if (byPriority != 0) {
            return byPriority;
        }
        int byPosition = Long.compare(left.delivery.position(), right.delivery.position());
        return byPosition != 0 ? byPosition : Long.compare(left.delivery.id(), right.delivery.id());
    }
}
