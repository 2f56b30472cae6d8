package dev.restante.node.cluster;

import dev.restante.model.Delivery;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.store.BufferStockRepository.BufferStock;
import java.util.HashMap;
import java.util.Map;

/**
 * The report of a node to the others of what waits in its memory for receivers, so that all nodes count alike (VIS-10).
 * It tells only what has changed since it told last.
 *
 * <p>Only the heartbeat's thread uses it.
 */
final class BufferReport {

    /** Nobody has that: it is told anew. Stands for what was being told when the store failed. */
    private static final BufferStock UNKNOWN = new BufferStock(-1, -1, Delivery.NEVER);

    private final NodeContext context;
    private final Dispatchers dispatchers;

    /** As the store has it. */
    private Map<Long, BufferStock> told = Map.of();

    BufferReport(NodeContext context, Dispatchers dispatchers) {
        this.context = context;
        this.dispatchers = dispatchers;
    }

    /** The node has joined anew, and has told nothing yet. */
    void outlived() {
        told = Map.of();
    }

    /**
     * Tells the others.
     *
     * @throws dev.restante.store.StoreException if the store fails; the next call tells it again
     */
    void tell() {
        Map<Long, BufferStock> now = dispatchers.stocks();
        Map<Long, BufferStock> changed = new HashMap<>(now);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(told.get(entry.getKey())));
        told.keySet().stream()
                .filter(entityId -> !now.containsKey(entityId))
                .forEach(entityId -> changed.put(entityId, BufferStock.NONE));
        if (!changed.isEmpty()) {
            Map<Long, BufferStock> attempted = new HashMap<>(told);
            changed.keySet().forEach(entityId -> attempted.put(entityId, UNKNOWN));
            told = attempted;
            context.store().bufferStocks().tell(context.incarnation(), changed);
        }
        told = now;
    }
}
