package dev.restante.node.admin;

import dev.restante.broker.view.EntityTraffic;
import dev.restante.broker.view.QueueStatistics;
import dev.restante.broker.view.Statistics;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StateCounts;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.lock.LockTable;
import dev.restante.node.rule.ObstacleFacts;
import dev.restante.node.settle.Lingerings;
import dev.restante.store.BufferStockRepository.BufferStock;
import dev.restante.store.DeliveryInspector.Stock;
import dev.restante.store.DeliveryReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

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
            long heldBefore = locks.holds().inFlight(entity.id());
            StateCounts counts = reader.counts(entity.id());
            StateCounts dead =
                    entity.deadLetterQueueId() == 0 ? Stock.EMPTY.counts() : reader.counts(entity.deadLetterQueueId());
            OptionalLong oldest = context.store().inspector().oldestAvailable(entity.id());
            return of(entity, heldBefore, new Stock(counts, oldest), elsewhere(), dead);
        });
    }

    @Override
    public Map<Entity, QueueStatistics> of(List<Entity> entities) {
        entities.forEach(entity -> lingerings.completeOf(entity.id()));
        return counted(entities);
    }

    /** What is stored of each, without what receive calls have returned and is not completed yet. */
    Map<Entity, QueueStatistics> counted(List<Entity> entities) {
        // Who watches a node for long must learn that it has been replaced.
        life.checkAlive();
        return life.guarded(() -> {
            Map<Entity, Long> heldBefore = new HashMap<>();
            entities.forEach(entity -> heldBefore.put(entity, locks.holds().inFlight(entity.id())));
            Map<Long, Stock> stocks = context.store().inspector().stocks();
            Map<Long, BufferStock> elsewhere = elsewhere();
            Map<Entity, QueueStatistics> counted = new LinkedHashMap<>();
            for (Entity entity : entities) {
                Stock dead = stocks.getOrDefault(entity.deadLetterQueueId(), Stock.EMPTY);
                Stock stock = stocks.getOrDefault(entity.id(), Stock.EMPTY);
                counted.put(entity, of(entity, heldBefore.getOrDefault(entity, 0L), stock, elsewhere, dead.counts()));
            }
            return counted;
        });
    }

    @Override
    public EntityTraffic traffic(Entity entity) {
        lingerings.completeOf(entity.id());
        return traffic.of(entity.id());
    }

    @Override
    public long blockedDeletions() {
        return context.store().entities().blockedDeletions();
    }

    /**
     * What receivers of an entity do. Of a receiver on another node that does not wait just now only what it has shows.
     *
     * @param elsewhere what waits in the memory of other nodes of it
     * @param inFlight how many messages applications have of it
     */
    ObstacleFacts.Demand demand(Entity entity, BufferStock elsewhere, long inFlight) {
        boolean receivers = dispatchers.active(entity.id())
                || inFlight > 0
                || elsewhere.acquired() + elsewhere.unstored() > 0
                || (!context.store().traits().exclusive()
                        && context.store()
                                .membership()
                                .others(context.incarnation())
                                .waitingFor()
                                .contains(entity.id()));
        return new ObstacleFacts.Demand(inFlight, receivers);
    }

    /** What waits in the memory of other nodes, as they told last. */
    Map<Long, BufferStock> elsewhere() {
        return context.store().traits().exclusive()
                ? Map.of()
                : context.store().bufferStocks().elsewhere(context.incarnation());
    }

    /**
     * A message that changes its place meanwhile may count twice, but never not at all. What has a row counts as it was
     * when the rows were counted; what has none is looked for in the places on its way back, and on its way forth.
     *
     * @param heldBefore what applications of this node had before the rows were counted
     */
    private QueueStatistics of(
            Entity entity, long heldBefore, Stock stock, Map<Long, BufferStock> elsewhere, StateCounts dead) {
        StateCounts counts = stock.counts();
        BufferStock buffered =
                dispatchers.stock(entity.id()).plus(elsewhere.getOrDefault(entity.id(), BufferStock.NONE));
        // Where others have taken from their memory since they told, there can't be more of it than was acquired.
        long acquired = context.store().traits().exclusive()
                ? buffered.acquired()
                : Math.min(buffered.acquired(), counts.acquired());
        long heldAfter = locks.holds().inFlight(entity.id());
        return new QueueStatistics(
                counts.available() + acquired + buffered.unstored(),
                // What this node is just fetching or handing over counts as well.
                Math.max(Math.max(heldBefore, heldAfter), counts.acquired() - acquired),
                counts.scheduled(),
                counts.deferred(),
                dead.available() + dead.acquired() + dead.scheduled() + dead.deferred(),
                oldestAgeMillis(stock, buffered.firstEnqueuedAt()),
                sweeper.lagMillis(entity.id()),
                traffic.of(entity.id()));
    }

    private long oldestAgeMillis(Stock stock, long firstBuffered) {
        long oldest = Math.min(stock.oldestAvailable().orElse(Delivery.NEVER), firstBuffered);
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
