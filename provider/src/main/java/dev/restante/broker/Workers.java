package dev.restante.broker;

import dev.restante.broker.worker.AlarmClock;
import dev.restante.model.Entity;
import dev.restante.model.ExpiryMode;
import java.util.List;

/** What a node does by itself to stored messages and their entities, on one thread: expires, promotes, forwards, forgets, and deletes what is idle. */
final class Workers implements AutoCloseable {

    private final NodeContext context;
    private final BrokerNode node;
    private final AlarmClock clock;
    private final ExpirySweeper sweeper;
    private final List<ExpiredIdCleaner> cleaners;
    private final Forwarder forwarder;
    private final IdleEntities idleEntities;

    Workers(BrokerNode node) {
        this.context = node.context();
        this.node = node;
        this.clock = new AlarmClock("restante-sweeper", context.time());
        this.sweeper = new ExpirySweeper(node, clock);
        this.cleaners = ExpiredIdCleaner.all(context, clock);
        this.forwarder = new Forwarder(node, clock);
        this.idleEntities = new IdleEntities(node, clock);
    }

    /** Begins with what became due while nobody looked. */
    void start() {
        sweeper.endGroupsFirst();
        cleaners.forEach(ExpiredIdCleaner::start);
        clock.start();
        sweeper.notice(context.time().millis());
    }

    ExpirySweeper sweeper() {
        return sweeper;
    }

    Forwarder forwarder() {
        return forwarder;
    }

    IdleEntities idleEntities() {
        return idleEntities;
    }

    /** Something is available in an entity; called on a pipeline's thread. */
    void arrived(long entityId) {
        forwarder.arrived(entityId);
        idleEntities.arrived(entityId);
    }

    /** Something may have come, or become due, by other nodes. */
    void lookAgain() {
        forwarder.look();
        sweeper.notice(context.time().millis());
    }

    /** There are other entities than before, or may be. */
    void entitiesAltered() {
        forwarder.optionsAltered();
        idleEntities.optionsAltered();
    }

    /** Options are others than before: messages may expire sooner, or go elsewhere. */
    void optionsAltered() {
        sweeper.notice(context.time().millis());
        node.noticeOptions();
        entitiesAltered();
    }

    /** A first receiver lets expired messages leave that waited for one (TTL-02). */
    void receiverOpened(Entity entity) {
        if (entity.options().expiry() == ExpiryMode.WHEN_ACTIVE) {
            sweeper.notice(context.time().millis());
        }
    }

    @Override
    public void close() {
        clock.close();
    }
}
