package dev.restante.node.admin;

import dev.restante.broker.EntityTraffic;
import dev.restante.broker.QueueStatistics;
import dev.restante.broker.Statistics;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StateCounts;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.Lingerings;
import dev.restante.store.DeliveryInspector.Stock;
import dev.restante.store.DeliveryReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is in the entities of a node's store. It reads the rows of an entity along the order index, so the cost
 * grows with their number, and no writer waits for it.
 */
public final class NodeStatistics implements Statistics {

    private final NodeContext context;
    private final NodeLife life;
    private final UsableEntities entities;
    private final Lingerings lingerings;
    private final Dispatchers dispatchers;
    private final LockTable locks;
    private final Traffic traffic;
    private final ExpirySweeper sweeper;

    public NodeStatistics(
            NodeContext context,
            NodeLife life,
            UsableEntities entities,
            Lingerings lingerings,
            Dispatchers dispatchers,
            LockTable locks,
            Traffic traffic,
            ExpirySweeper sweeper) {
        this.context = context;
        this.life = life;
        this.entities = entities;
        this.lingerings = lingerings;
        this.dispatchers = dispatchers;
        this.locks = locks;
        this.traffic = traffic;
        this.sweeper = sweeper;
    }

    @Override
    public QueueStatistics of(Entity entity) {
        lingerings.completeOf(entity.id());
        life.checkOpen();
        entities.requireExisting(entity);
        return life.guarded(() -> {
            DeliveryReader reader = context.store().deliveries();
            StateCounts counts = reader.counts(entity.id());
            StateCounts dead =
                    entity.deadLetterQueueId() == 0 ? Stock.EMPTY.counts() : reader.counts(entity.deadLetterQueueId());
            OptionalLong oldest = context.store().inspector().oldestAvailable(entity.id());
            return of(entity, new Stock(counts, oldest), dead);
        });
    }

    @Override
    public Map<Entity, QueueStatistics> of(List<Entity> entities) {
        entities.forEach(entity -> lingerings.completeOf(entity.id()));
        // Who watches a node for long must learn that it has been replaced.
        life.checkAlive();
        return life.guarded(() -> {
            Map<Long, Stock> stocks = context.store().inspector().stocks();
            Map<Entity, QueueStatistics> counted = new LinkedHashMap<>();
            for (Entity entity : entities) {
                Stock dead = stocks.getOrDefault(entity.deadLetterQueueId(), Stock.EMPTY);
                counted.put(entity, of(entity, stocks.getOrDefault(entity.id(), Stock.EMPTY), dead.counts()));
            }
            return counted;
        });
    }

    @Override
    public EntityTraffic traffic(Entity entity) {
        lingerings.completeOf(entity.id());
        return traffic.of(entity.id());
    }

    private QueueStatistics of(Entity entity, Stock stock, StateCounts dead) {
        StateCounts counts = stock.counts();
        // Looking creates none: it would live on if the queue is being deleted.
        EntityDispatcher dispatcher = dispatchers.known(entity.id());
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
                traffic.of(entity.id()));
    }

    /**
     * Exact on an exclusive store. On a shared one, what other nodes have acquired counts as in flight, though some of
     * it may wait in their buffers, and so does what this node is just fetching.
     */
    private long inFlight(Entity entity, StateCounts counts, int buffered) {
        return context.store().traits().exclusive()
                ? locks.holds().inFlight(entity.id())
                : Math.max(0, counts.acquired() - buffered);
    }

    private long oldestAgeMillis(Stock stock, @Nullable EntityDispatcher dispatcher) {
        long buffered =
                dispatcher == null ? Delivery.NEVER : dispatcher.contents().firstEnqueuedAt();
        long oldest = Math.min(stock.oldestAvailable().orElse(Delivery.NEVER), buffered);
        return oldest == Delivery.NEVER ? -1 : Math.max(0, context.time().millis() - oldest);
    }

    /**
     * The most frequent reasons of dead letters and how many have each; what is left of the entity's messages has
     * others, or none.
     */
    Map<String, Long> reasons(Entity entity, int limit) {
        life.checkOpen();
        return life.guarded(
                () -> new LinkedHashMap<>(context.store().inspector().reasons(entity.id(), limit)));
    }
}
