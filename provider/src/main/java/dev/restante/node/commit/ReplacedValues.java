package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The values in the buffers of this node that later ones have replaced (LVQ-02): what this node stores replaces at
 * once; what another one stores, before the hand-over, and within a poll where nobody receives. Thread-safe.
 */
public final class ReplacedValues {

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final BufferReturns bufferReturns;

    ReplacedValues(NodeContext context, Dispatchers dispatchers, BufferReturns bufferReturns) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.bufferReturns = bufferReturns;
    }

    /**
     * Looks whether a later value has replaced what is to be handed over; if so, it is discarded. Asks the store, where
     * it is a value at all.
     *
     * @throws dev.restante.broker.BrokerException if the store fails
     */
    public boolean discardIfReplaced(Buffered taken) {
        Delivery delivery = taken.delivery();
        if (delivery.ref().valueKey() == null || !taken.stored()) {
            return false;
        }
        try {
            if (!context.store()
                    .lastValues()
                    .notReplaced(List.of(delivery.id()))
                    .isEmpty()) {
                return false;
            }
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
        bufferReturns.discard(List.of(taken));
        return true;
    }

    /** These were replaced while somebody had them: what waits here is discarded. Does not block. */
    void discard(Collection<Outcome.Replaced> replaced) {
        Map<Long, Set<Long>> byEntity = replaced.stream()
                .collect(Collectors.groupingBy(
                        Outcome.Replaced::entityId,
                        Collectors.mapping(Outcome.Replaced::deliveryId, Collectors.toSet())));
        byEntity.forEach((entityId, ids) -> {
            EntityDispatcher dispatcher = dispatchers.known(entityId);
            if (dispatcher != null) {
                discard(dispatcher, buffered -> ids.contains(buffered.delivery().id()));
            }
        });
    }

    private void discard(EntityDispatcher dispatcher, Predicate<Buffered> replaced) {
        bufferReturns.discard(dispatcher.contents().removeIf(buffered -> buffered.stored() && replaced.test(buffered)));
    }

    /**
     * Discards what other nodes have replaced.
     *
     * @throws StoreException if the store fails
     */
    public void lookAround() {
        dispatchers.byEntity().forEach((entityId, dispatcher) -> {
            Entity entity = context.registry().known(entityId).orElse(null);
            if (entity == null || entity.options().lastValueKey() == null) {
                return;
            }
            Set<Long> values = new HashSet<>();
            // Only looks: under the lock of the dispatcher the store can't be asked.
            Buffered none = dispatcher.contents().find(buffered -> {
                if (buffered.delivery().ref().valueKey() != null) {
                    values.add(buffered.delivery().id());
                }
                return false;
            });
            if (none == null && !values.isEmpty()) {
                values.removeAll(context.store().lastValues().notReplaced(values));
                discard(
                        dispatcher,
                        buffered -> values.contains(buffered.delivery().id()));
            }
        });
    }
}
