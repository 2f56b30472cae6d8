package dev.restante.node.feature.lastvalues;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Evictor of prefetched values that later messages with the same key have replaced (LVQ-02). Values replaced by this
 * node are evicted immediately, and values replaced by other nodes before delivery or at the next poll. Thread-safe.
 */
public final class LastValueEvictor {

    private final NodeServices node;

    public LastValueEvictor(NodeServices node) {
        this.node = node;
    }

    /**
     * Drops a message about to be delivered if a later value has replaced it; queries the store if it has a last-value
     * key.
     *
     * @return true if the message was dropped
     * @throws dev.restante.broker.BrokerException if the store fails
     */
    public boolean dropIfReplaced(PrefetchedMessage taken) {
        Delivery delivery = taken.delivery();
        if (delivery.ref().valueKey() == null || !taken.hasRow()) {
            return false;
        }
        try {
            if (!node.store()
                    .lastValues()
                    .lastValuesAmong(List.of(delivery.id()))
                    .isEmpty()) {
                return false;
            }
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
        node.prefetchReturner().discard(List.of(taken));
        return true;
    }

    /** Drops the prefetched ones of these replaced deliveries; does not block. */
    public void discard(Collection<OperationOutcome.ReplacedInFlightDelivery> replaced) {
        Map<Long, Set<Long>> byEntity = replaced.stream()
                .collect(Collectors.groupingBy(
                        OperationOutcome.ReplacedInFlightDelivery::entityId,
                        Collectors.mapping(OperationOutcome.ReplacedInFlightDelivery::deliveryId, Collectors.toSet())));
        byEntity.forEach((entityId, ids) -> {
            EntityDispatcher dispatcher = node.dispatchers().find(entityId);
            if (dispatcher != null) {
                discard(
                        dispatcher,
                        prefetched -> ids.contains(prefetched.delivery().id()));
            }
        });
    }

    private void discard(EntityDispatcher dispatcher, Predicate<PrefetchedMessage> replaced) {
        node.prefetchReturner()
                .discard(dispatcher
                        .prefetched()
                        .removeIf(prefetched -> prefetched.hasRow() && replaced.test(prefetched)));
    }

    /**
     * Drops prefetched values that other nodes have replaced.
     *
     * @throws StoreException if the store fails
     */
    public void evictReplacedByOtherNodes() {
        node.dispatchers().byEntity().forEach((entityId, dispatcher) -> {
            Entity entity = node.registry().known(entityId).orElse(null);
            if (entity == null || entity.options().lastValueKey() == null) {
                return;
            }
            Set<Long> values = new HashSet<>();
            // The search only collects ids, because the store must not be called under the lock of the dispatcher.
            PrefetchedMessage none = dispatcher.prefetched().find(prefetched -> {
                if (prefetched.delivery().ref().valueKey() != null) {
                    values.add(prefetched.delivery().id());
                }
                return false;
            });
            if (none == null && !values.isEmpty()) {
                values.removeAll(node.store().lastValues().lastValuesAmong(values));
                discard(
                        dispatcher,
                        prefetched -> values.contains(prefetched.delivery().id()));
            }
        });
    }
}
