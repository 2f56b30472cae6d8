package dev.restante.node.dispatch;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that this node has and no application has yet.
 *
 * @param delivery as acquired
 * @param message its message
 * @param stored whether the store has a row for it; false for a non-persistent message that never was, or no longer is,
 *     in the store
 */
public record Buffered(Delivery delivery, StoredMessage message, boolean stored) {

    public Buffered {
        requireNonNull(delivery, "delivery");
        requireNonNull(message, "message");
    }

    /** Its message group, or null. */
    @Nullable
    String groupId() {
        return delivery.groupId();
    }

    /** The first of two in retrieval order; null if there is none. */
    static @Nullable Buffered earlier(@Nullable Buffered one, @Nullable Buffered other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return inOrder(one, other) <= 0 ? one : other;
    }

    /** Retrieval order: high priority first, then position. */
    static int inOrder(Buffered left, Buffered right) {
        int byPriority = Integer.compare(right.delivery.priority(), left.delivery.priority());
        if (byPriority != 0) {
            return byPriority;
        }
        int byPosition = Long.compare(left.delivery.position(), right.delivery.position());
        return byPosition != 0 ? byPosition : Long.compare(left.delivery.id(), right.delivery.id());
    }
}
