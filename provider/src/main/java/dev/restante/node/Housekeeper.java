package dev.restante.node;

import dev.restante.model.Entity;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.feature.bodies.NodeLargeBodyStorage;
import dev.restante.node.feature.duplicates.ExpiredIdCleaner;
import dev.restante.node.feature.forwarding.Forwarder;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.feature.redrive.NodeRedriveJobs;
import dev.restante.node.worker.NodeScheduler;
import java.util.List;

/**
 * Background work of a node on stored messages and entities, on one thread: expires, promotes, repeats and forwards
 * messages, and deletes idle entities.
 */
final class Housekeeper implements EntityEvents.EntityEventListener, AutoCloseable {

    private final NodeScheduler scheduler;
    private final ExpirySweeper sweeper;
    private final List<ExpiredIdCleaner> cleaners;
    private final NodeLargeBodyStorage bodies;
    private final Forwarder forwarder;
    private final IdleEntityDeleter idleDeleter;
    private final NodeServices node;
    private final NodeRedriveJobs redriveJobs;

    /**
     * Creates a housekeeper, which {@link #start} starts.
     *
     * @param scheduler scheduler of the sweeper, the body cleaner, the forwarder and the idle entities, which
     *     {@link #close} closes
     */
    Housekeeper(
            NodeServices node,
            NodeScheduler scheduler,
            ExpirySweeper sweeper,
            NodeLargeBodyStorage bodies,
            Forwarder forwarder,
            IdleEntityDeleter idleDeleter,
            NodeRedriveJobs redriveJobs) {
        this.node = node;
        this.scheduler = scheduler;
        this.sweeper = sweeper;
        this.cleaners = ExpiredIdCleaner.createAll(node.context(), scheduler);
        this.bodies = bodies;
        this.forwarder = forwarder;
        this.idleDeleter = idleDeleter;
        this.redriveJobs = redriveJobs;
    }

    /** Starts the work, first with everything that became due while no node ran. */
    void start() {
        sweeper.expirePendingGroups();
        cleaners.forEach(ExpiredIdCleaner::start);
        bodies.scheduleCleaning();
        scheduler.start();
        sweeper.sweepNow();
        redriveJobs.adoptOrphaned();
    }

    /** Handles deliveries of an entity that became available; called on the thread that leads a batch. */
    void onArrival(long entityId) {
        forwarder.onArrival(entityId);
        idleDeleter.onArrival(entityId);
    }

    /** Checks again for messages that became due, or that other nodes made available. */
    void recheck() {
        forwarder.schedule();
        sweeper.sweepNow();
    }

    /** Deletes large bodies (LRG-02) and adopts redrive jobs (BEY-07) that a dead incarnation may have left. */
    void onIncarnationReleased() {
        bodies.scheduleCleaning();
        redriveJobs.adoptOrphaned();
    }

    @Override
    public void onEntitiesChanged() {
        forwarder.onOptionsChanged();
        idleDeleter.onOptionsChanged();
    }

    /** Applies the current expiry times, in-flight limits and status of all entities to messages in memory. */
    void applyCurrentOptions() {
        node.prefetchBuffers().applyStatus();
        node.prefetchBuffers().recheckDeadlines();
        node.locks().inFlight().wakeAllWaiting();
    }

    @Override
    public void onOptionsChanged() {
        sweeper.sweepNow();
        applyCurrentOptions();
        onEntitiesChanged();
    }

    @Override
    public void awaitFormerOptionsApplied() {
        forwarder.awaitFormerOptionsApplied();
    }

    /** Expires the messages that waited until their entity has a receiver (TTL-02). */
    @Override
    public void onReceiverOpened(Entity entity) {
        if (entity.options().expireOnlyWithConsumer()) {
            sweeper.sweepNow();
        }
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
