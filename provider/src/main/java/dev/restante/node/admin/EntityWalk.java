package dev.restante.node.admin;

import dev.restante.broker.PagePlace;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.core.NodeContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks through the deliveries of one entity, part by part, in retrieval order. Not thread-safe. */
final class EntityWalk {

    /** The parts of an entity. The codes are in the order of the walk, and part of the places that callers keep. */
    private enum Phase {
        /** Available and acquired, merged. */
        READY(0),
        /** Acquired alone, where nothing else is meant: many others may be available. */
        ACQUIRED(1),
        SCHEDULED(2),
        DEFERRED(3),
        /** Repeated sends. */
        REPEATING(4);

        private final int code;

        Phase(int code) {
            this.code = code;
        }
    }

    private final NodeContext context;
    private final Entity entity;
    private final List<Phase> phases;
    private int index;
    private @Nullable Delivery last;

    EntityWalk(NodeContext context, Entity entity, MessageQuery query) {
        this.context = context;
        this.entity = entity;
        this.phases = phases(query);
    }

    private static List<Phase> phases(MessageQuery query) {
        List<Phase> phases = new ArrayList<>();
        if (query.any(Standing.AVAILABLE, Standing.EXPIRED)) {
            phases.add(Phase.READY);
        } else if (query.any(Standing.LOCKED)) {
            phases.add(Phase.ACQUIRED);
        }
        if (query.any(Standing.SCHEDULED, Standing.EXPIRED)) {
            phases.add(Phase.SCHEDULED);
        }
        if (query.any(Standing.DEFERRED, Standing.EXPIRED)) {
            phases.add(Phase.DEFERRED);
        }
        if (query.any(Standing.SCHEDULED)) {
            phases.add(Phase.REPEATING);
        }
        return phases;
    }

    /** Goes on behind a place. */
    void from(PagePlace place) {
        while (index < phases.size() && phases.get(index).code < place.phase()) {
            index++;
        }
        if (index < phases.size() && phases.get(index).code == place.phase()) {
            last = marker(place);
        }
    }

    private Delivery marker(PagePlace place) {
        return new Delivery(
                DeliveryRef.sole(place.id()),
                entity.id(),
                DeliveryState.AVAILABLE,
                place.priority(),
                place.position(),
                null,
                0,
                true,
                0,
                0,
                Delivery.NEVER,
                0,
                false,
                null);
    }

    /** Whether the walk has come to its end. */
    boolean ended() {
        return index == phases.size();
    }

    /** What comes next; nothing where a part has ended, or the walk. */
    List<Delivery> next(int limit) {
        if (ended()) {
            return List.of();
        }
        List<Delivery> page = read(phases.get(index), limit);
        if (page.isEmpty()) {
            index++;
            last = null;
        } else {
            last = page.get(page.size() - 1);
        }
        return page;
    }

    private List<Delivery> read(Phase phase, int limit) {
        return switch (phase) {
            case READY -> context.store().deliveries().browse(entity.id(), last, limit);
            case ACQUIRED -> inState(DeliveryState.ACQUIRED, limit);
            case SCHEDULED -> inState(DeliveryState.SCHEDULED, limit);
            case DEFERRED -> inState(DeliveryState.DEFERRED, limit);
            case REPEATING -> inState(DeliveryState.REPEATING, limit);
        };
    }

    private List<Delivery> inState(DeliveryState state, int limit) {
        return context.store().inspector().inState(entity.id(), state, last, limit);
    }

    /** The place of a delivery of the page that was read last. */
    PagePlace place(Delivery delivery) {
        return new PagePlace(phases.get(index).code, delivery.priority(), delivery.position(), delivery.id());
    }
}
