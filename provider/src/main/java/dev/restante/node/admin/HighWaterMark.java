package dev.restante.node.admin;

import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Until;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.core.NodeContext;
import dev.restante.store.DeliveryInspector.Extent;

/**
 * The end of long work on an entity: the last message that was there when it began. So the work ends also while others
 * send, and does not take what comes back meanwhile.
 *
 * @param id what is sent later has this one or a larger one
 * @param position what came to the entity later has a larger one
 */
record HighWaterMark(long id, long position) {

    /** Of what is named by its number it does not matter when it came. */
    private static final HighWaterMark NONE = new HighWaterMark(Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * What is there now, as far as a query wants it and does not say until when. A store that others use too has to be
     * read for that, but not for what is named by its number.
     */
    static HighWaterMark of(MessageQuery query, NodeContext context, Entity entity) {
        if (!query.sequenceNumbers().isEmpty()) {
            return NONE;
        }
        Until until = query.until();
        return until == null ? now(context, entity) : new HighWaterMark(until.id(), until.position());
    }

    /**
     * What is there now: by this node's clock, and by what the store shows of nodes whose clocks are ahead of it by
     * what measuring clocks leaves open, some milliseconds.
     */
    static HighWaterMark now(NodeContext context, Entity entity) {
        long id = context.ids().next();
        long position = context.latestPosition();
        if (context.store().traits().exclusive()) {
            return new HighWaterMark(id, position);
        }
        Extent extent = context.store().inspector().extent(entity.id());
        return new HighWaterMark(Math.max(id, extent.highestId() + 1), Math.max(position, extent.highestPosition()));
    }

    boolean includes(Delivery delivery) {
        boolean ahead =
                delivery.state() == DeliveryState.SCHEDULED || delivery.state().repeats();
        return (ahead || includesPosition(delivery)) && includes(delivery.id());
    }

    /** Alone, where what is there may have been sent at any time before and come later. */
    boolean includesPosition(Delivery delivery) {
        return delivery.position() <= position;
    }

    boolean includes(long deliveryId) {
        return deliveryId < id;
    }
}
