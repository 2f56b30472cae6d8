package dev.restante.broker;

import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StateCounts;
import dev.restante.store.DeliveryInspector.Stock;
import dev.restante.store.DeliveryReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Counts what is in the entities of a node's store. It reads the rows of an entity along the order index, so it costs what they are many, and lets no writer wait. */
final class Counting {

    private final BrokerNode node;
    private final ExpirySweeper sweeper;

    Counting(BrokerNode node, ExpirySweeper sweeper) {
        this.node = node;
        this.sweeper = sweeper;
    }

    QueueStatistics of(Entity entity) {
        node.checkOpen();
        node.requireExisting(entity);
        return node.guarded(() -> {
            DeliveryReader reader = node.context().store().deliveries();
            StateCounts counts = reader.counts(entity.id());
            StateCounts dead =
                    entity.deadLetterQueueId() == 0 ? Stock.EMPTY.counts() : reader.counts(entity.deadLetterQueueId());
            OptionalLong oldest = node.context().store().inspector().oldestAvailable(entity.id());
            return of(entity, new Stock(counts, oldest), dead);
        });
    }

    /** Of all these, from one look at the store. */
    Map<Entity, QueueStatistics> of(List<Entity> entities) {
        // Who watches a node for long must learn that it has been replaced.
        node.checkAlive();
        return node.guarded(() -> {
            Map<Long, Stock> stocks = node.context().store().inspector().stocks();
            Map<Entity, QueueStatistics> counted = new LinkedHashMap<>();
            for (Entity entity : entities) {
                Stock dead = stocks.getOrDefault(entity.deadLetterQueueId(), Stock.EMPTY);
                counted.put(entity, of(entity, stocks.getOrDefault(entity.id(), Stock.EMPTY), dead.counts()));
            }
            return counted;
        });
    }

    private QueueStatistics of(Entity entity, Stock stock, StateCounts dead) {
        StateCounts counts = stock.counts();
        // Looking creates none: it would live on if the queue is being deleted.
        EntityDispatcher dispatcher = node.dispatchers().known(entity.id());
        int buffered = dispatcher == null ? 0 : dispatcher.contents().storedInBuffer();
        int unstored = dispatcher == null ? 0 : dispatcher.contents().unstoredInBuffer();
        return new QueueStatistics(
                counts.available() + buffered + unstored,
                inFlight(entity, counts, buffered),
                counts.scheduled(),
                counts.deferred(),
                dead.available() + dead.acquired() + dead.scheduled() + dead.deferred(),
                oldestAgeMillis(stock, dispatcher),
                sweeper.lagMillis(entity.id()),
                node.traffic().of(entity.id()));
    }

    /** Exact on an exclusive store. On a shared one, what other nodes have acquired counts as in flight, though some of it may wait in their buffers, and so does what this node is just fetching. */
    private long inFlight(Entity entity, StateCounts counts, int buffered) {
        return node.context().store().traits().exclusive()
                ? node.locks().inFlight(entity.id())
                : Math.max(0, counts.acquired() - buffered);
    }

    private long oldestAgeMillis(Stock stock, @Nullable EntityDispatcher dispatcher) {
        long buffered =
                dispatcher == null ? Delivery.NEVER : dispatcher.contents().firstEnqueuedAt();
        long oldest = Math.min(stock.oldestAvailable().orElse(Delivery.NEVER), buffered);
        return oldest == Delivery.NEVER ? -1 : Math.max(0, node.context().time().millis() - oldest);
    }

    /** The most frequent reasons of dead letters and how many have each; what is left of the entity's messages has others, or none. */
    Map<String, Long> reasons(Entity entity, int limit) {
        node.checkOpen();
        return node.guarded(
                () -> new LinkedHashMap<>(node.context().store().inspector().reasons(entity.id(), limit)));
    }
}
