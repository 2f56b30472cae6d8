package dev.restante.node;

import dev.restante.model.Entity;
import dev.restante.node.admin.NodeRedriveJobs;
import dev.restante.node.body.NodeBodies;
import dev.restante.node.commit.Buffers;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.NodeContext;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.expiry.ExpiredIdCleaner;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.lock.LockTable;
import dev.restante.node.send.Forwarder;
import dev.restante.node.worker.AlarmClock;
import java.util.List;

/**
 * The work that a node does by itself on stored messages and their entities, on one thread: it expires, promotes,
 * forwards, forgets, and deletes what is idle.
 */
final class Housekeeping implements EntityEvents.Listener, AutoCloseable {

    private final AlarmClock clock;
    private final ExpirySweeper sweeper;
    private final List<ExpiredIdCleaner> cleaners;
    private final NodeBodies bodies;
    private final Forwarder forwarder;
    private final IdleEntities idleEntities;
    private final Buffers buffers;
    private final LockTable locks;
    private final NodeRedriveJobs redriveJobs;

    /**
     * Not started.
     *
     * @param clock that of the sweeper, the bodies, the forwarder and the idle entities; closed by this
     */
    Housekeeping(
            NodeContext context,
            AlarmClock clock,
            ExpirySweeper sweeper,
            NodeBodies bodies,
            Forwarder forwarder,
            IdleEntities idleEntities,
            Buffers buffers,
            LockTable locks,
            NodeRedriveJobs redriveJobs) {
        this.clock = clock;
        this.sweeper = sweeper;
        this.cleaners = ExpiredIdCleaner.all(context, clock);
        this.bodies = bodies;
        this.forwarder = forwarder;
        this.idleEntities = idleEntities;
        this.buffers = buffers;
        this.locks = locks;
        this.redriveJobs = redriveJobs;
    }

    /** Begins with what became due while nobody looked. */
    void start() {
        sweeper.endGroupsFirst();
        cleaners.forEach(ExpiredIdCleaner::start);
        bodies.look();
        clock.start();
        sweeper.sweepSoon();
        redriveJobs.takeOrphaned();
    }

    /** Something is available in an entity; called on a pipeline's thread. */
    void arrived(long entityId) {
        forwarder.arrived(entityId);
        idleEntities.arrived(entityId);
    }

    /** Something may have come, or become due, by other nodes. */
    void lookAgain() {
        forwarder.look();
        sweeper.sweepSoon();
    }

    /** A dead incarnation may have left bodies that nobody else has (LRG-02), and redrives (BEY-07). */
    void incarnationEnded() {
        bodies.look();
        redriveJobs.takeOrphaned();
    }

    @Override
    public void entitiesAltered() {
        forwarder.optionsAltered();
        idleEntities.optionsAltered();
    }

    /** What is in memory here looks at its deadlines, limits and status again, which may be others than before. */
    void noticeOptions() {
        buffers.noticeStatus();
        buffers.noticeOptions();
        locks.holds().limitsAltered();
    }

    @Override
    public void optionsAltered() {
        sweeper.sweepSoon();
        noticeOptions();
        entitiesAltered();
    }

    @Override
    public void awaitFormer() {
        forwarder.awaitFormer();
    }

    /** A first receiver lets expired messages leave that waited for one (TTL-02). */
    @Override
    public void receiverOpened(Entity entity) {
        if (entity.options().expiryOnlyWhenActive()) {
            sweeper.sweepSoon();
        }
    }

    @Override
    public void close() {
        clock.close();
    }
}
