package dev.restante.node.admin.message;

import dev.restante.broker.view.EntityHighWaterMark;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.core.NodeContext;
import dev.restante.store.DeliveryInspector.EntityExtent;

/**
 * Upper bound of the ids and positions in an entity when a bulk operation began, which skips messages that arrive
 * later. The operation therefore ends although applications continue to send, and never processes a returning message
 * twice.
 *
 * @param id the lowest id of messages that were sent later
 * @param position the highest position of messages that arrived earlier
 */
public record HighWaterMark(long id, long position) {

    /** Mark that includes all messages, for queries by sequence number. */
    private static final HighWaterMark NONE = new HighWaterMark(Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * Returns the mark of a query, or the current mark if the query has none. Queries by sequence number need no mark.
     */
    public static HighWaterMark of(MessageQuery query, NodeContext context, Entity entity) {
        if (!query.sequenceNumbers().isEmpty()) {
            return NONE;
        }
        EntityHighWaterMark highWaterMark = query.highWaterMark();
        return highWaterMark == null
                ? now(context, entity)
                : new HighWaterMark(highWaterMark.firstLaterId(), highWaterMark.lastPosition());
    }

    /**
     * Returns the current mark by the clock of this node. In a shared store, it also includes stored messages of nodes
     * whose clocks are some milliseconds ahead.
     */
    public static HighWaterMark now(NodeContext context, Entity entity) {
        long id = context.ids().next();
        long position = context.latestPosition();
        if (context.store().capabilities().exclusive()) {
            return new HighWaterMark(id, position);
        }
        EntityExtent extent = context.store().inspector().extent(entity.id());
        return new HighWaterMark(Math.max(id, extent.highestId() + 1), Math.max(position, extent.highestPosition()));
    }

    public boolean includes(Delivery delivery) {
        boolean ahead =
                delivery.state() == DeliveryState.SCHEDULED || delivery.state().isRepeatedSend();
        return (ahead || includesPosition(delivery)) && includes(delivery.id());
    }

    /** Compares only the position, because an earlier sent message can arrive in a dead-letter queue later. */
    public boolean includesPosition(Delivery delivery) {
        return delivery.position() <= position;
    }

    public boolean includes(long deliveryId) {
        return deliveryId < id;
    }
}
