package dev.restante.node.admin.message;

import dev.restante.broker.PageCursor;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.node.core.NodeContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Iterator over the deliveries of one entity in retrieval order, one state after the other. Not thread-safe. */
public final class DeliveryCursor {

    /** Phase with the deliveries of some states. Codes are part of page tokens and have the order of the phases. */
    private enum CursorPhase {
        /** Available and acquired deliveries, merged in retrieval order. */
        READY(0),
        /** Acquired deliveries only, for queries that exclude available ones, which can be very many. */
        ACQUIRED(1),
        SCHEDULED(2),
        DEFERRED(3),
        REPEATING(4);

        private final int code;

        CursorPhase(int code) {
            this.code = code;
        }
    }

    private final NodeContext context;
    private final Entity entity;
    private final List<CursorPhase> phases;
    private int index;
    private @Nullable Delivery last;

    public DeliveryCursor(NodeContext context, Entity entity, MessageQuery query) {
        this.context = context;
        this.entity = entity;
        this.phases = phases(query);
    }

    private static List<CursorPhase> phases(MessageQuery query) {
        List<CursorPhase> phases = new ArrayList<>();
        if (query.includesAny(DeliveryStatus.AVAILABLE, DeliveryStatus.EXPIRED)) {
            phases.add(CursorPhase.READY);
        } else if (query.includesAny(DeliveryStatus.LOCKED)) {
            phases.add(CursorPhase.ACQUIRED);
        }
        if (query.includesAny(DeliveryStatus.SCHEDULED, DeliveryStatus.EXPIRED)) {
            phases.add(CursorPhase.SCHEDULED);
        }
        if (query.includesAny(DeliveryStatus.DEFERRED, DeliveryStatus.EXPIRED)) {
            phases.add(CursorPhase.DEFERRED);
        }
        if (query.includesAny(DeliveryStatus.SCHEDULED)) {
            phases.add(CursorPhase.REPEATING);
        }
        return phases;
    }

    /** Continues after the position of a page cursor. */
    public void seek(PageCursor cursor) {
        while (index < phases.size() && phases.get(index).code < cursor.phase()) {
            index++;
        }
        if (index < phases.size() && phases.get(index).code == cursor.phase()) {
            last = marker(cursor);
        }
    }

    private Delivery marker(PageCursor cursor) {
        return new Delivery(
                DeliveryRef.onlyDelivery(cursor.id()),
                entity.id(),
                DeliveryState.AVAILABLE,
                cursor.priority(),
                cursor.position(),
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

    public boolean isAtEnd() {
        return index == phases.size();
    }

    /** Returns the next deliveries, or an empty list at the end of a phase or of the cursor. */
    public List<Delivery> nextPage(int limit) {
        if (isAtEnd()) {
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

    private List<Delivery> read(CursorPhase phase, int limit) {
        return switch (phase) {
            case READY -> context.store().deliveries().browse(entity.id(), last, limit);
            case ACQUIRED -> inState(DeliveryState.ACQUIRED, limit);
            case SCHEDULED -> inState(DeliveryState.SCHEDULED, limit);
            case DEFERRED -> inState(DeliveryState.DEFERRED, limit);
            case REPEATING -> inState(DeliveryState.REPEATING, limit);
        };
    }

    private List<Delivery> inState(DeliveryState state, int limit) {
        return context.store().inspector().byState(entity.id(), state, last, limit);
    }

    /** Returns the position of a delivery of the last page. */
    public PageCursor positionOf(Delivery delivery) {
        return new PageCursor(phases.get(index).code, delivery.priority(), delivery.position(), delivery.id());
    }
}
