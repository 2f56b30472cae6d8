package dev.restante.node;

import dev.restante.model.Delivery;
import dev.restante.model.Spans;
import dev.restante.node.admin.NodeStoreSettings;
import dev.restante.node.cluster.Sharing;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.entity.NodeSubscriptions;
import dev.restante.node.lease.LeaseKeeper;
import dev.restante.node.lease.NodeTime;
import dev.restante.node.receive.QuotaShares;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.LostCommitsException;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat of a node: keeps its lease, and releases what dead nodes held. In a shared store it also looks at
 * intervals for what came by other nodes, and shares with them. It has one thread for that, which is idle where nobody
 * else can have the store open.
 */
final class Heartbeat implements AutoCloseable {

    private static final long WALL_CLOCK_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final NodeContext context;
    private final NodeLife life;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final Commits commits;
    private final QuotaShares quotaShares;
    private final NodeSubscriptions subscriptions;
    private final NodeStoreSettings storeSettings;
    private final Housekeeping housekeeping;
    private final AskedByOthers askedByOthers;
    private final Sharing sharing;
    private final Rejoining rejoining;
    private final AlarmClock clock;
    private final AlarmClock.Alarm poll;
    private final AlarmClock.Alarm wallClock;
    private final LeaseKeeper lease;

    /** The heartbeat of a node that joined its store at a moment. */
    Heartbeat(
            NodeContext context,
            NodeLife life,
            Dispatchers dispatchers,
            Buffers buffers,
            Commits commits,
            QuotaShares quotaShares,
            NodeSubscriptions subscriptions,
            NodeStoreSettings storeSettings,
            Housekeeping housekeeping,
            AskedByOthers askedByOthers,
            Sharing sharing,
            Rejoining rejoining,
            NodeTime.Moment joinedAt) {
        this.context = context;
        this.life = life;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.commits = commits;
        this.quotaShares = quotaShares;
        this.subscriptions = subscriptions;
        this.storeSettings = storeSettings;
        this.housekeeping = housekeeping;
        this.askedByOthers = askedByOthers;
        this.sharing = sharing;
        this.rejoining = rejoining;
        this.clock = new AlarmClock("restante-heartbeat", context.time());
        this.poll = clock.alarm("poll", this::poll);
        this.wallClock = clock.alarm("wall clock", this::followWallClock);
        this.lease = new LeaseKeeper(
                context.store().membership(),
                context.time(),
                new LeaseKeeper.Identity(
                        context.incarnation(), context.store().traits().exclusive(), joinedAt),
                context.settings().lease(),
                clock,
                new ClusterListener());
        life.keptBy(lease);
    }

    /** Begins, after it has released what dead incarnations held. */
    void start() {
        lease.start();
        clock.start();
        // Fetches have judged places in queues by the former clock.
        context.time().onStep(dispatchers::disturbAll);
        if (context.time().followsWallClock()) {
            wallClock.ringIn(WALL_CLOCK_MILLIS);
        }
        if (!context.store().traits().exclusive()) {
            context.store()
                    .signals()
                    .listen(
                            arrival -> {
                                if (arrival.olderIds().isEmpty()) {
                                    dispatchers.sentElsewhere(arrival.entityId());
                                } else {
                                    dispatchers.disturb(
                                            arrival.entityId(), arrival.olderIds(), Delivery.HIGHEST_PRIORITY);
                                }
                                quotaShares.arrived(arrival.entityId());
                            },
                            () -> {
                                dispatchers.disturbAll();
                                quotaShares.arrivedAnywhere();
                            });
            schedulePoll();
        }
    }

    @Override
    public void close() {
        clock.close();
    }

    /**
     * The node was found to be fenced, by a writer perhaps.
     *
     * @param cause says if not others have declared it dead, but something is wrong with the database
     */
    void declaredDead(@Nullable Throwable cause) {
        if (cause instanceof LostCommitsException lost) {
            rejoining.because(lost);
        }
        lease.declaredDead();
    }

    private void poll() {
        // First, so that the next one comes whatever goes wrong in this one.
        schedulePoll();
        if (lease.life() != LeaseKeeper.Life.ALIVE) {
            return;
        }
        if (life.mayHandOver()) {
            sharing.share();
            quotaShares.share();
            context.store()
                    .signals()
                    .expect(
                            context.incarnation(),
                            !sharing.alone() && (sharing.saysThatItWaits() || quotaShares.waiting()));
        }
        askedByOthers.obey();
        dispatchers.lookAround(context.store().deliveries(), context.time().millis());
        housekeeping.lookAgain();
    }

    private void schedulePoll() {
        poll.ringIn(Spans.millis(context.settings().pollInterval()));
    }

    private void followWallClock() {
        wallClock.ringIn(WALL_CLOCK_MILLIS);
        context.time().followWallClock();
    }

    private final class ClusterListener implements LeaseKeeper.Listener {
        @Override
        public LeaseKeeper.Identity rejoin() {
            LeaseKeeper.Identity identity = rejoining.rejoin();
            sharing.outlived();
            return identity;
        }

        @Override
        public void rejoined() {
            rejoining.goOn();
            housekeeping.incarnationEnded();
        }

        @Override
        public void fenced(RuntimeException why) {
            rejoining.failed(life.fenced(why));
        }

        @Override
        public void beaten() {
            dispatchers.offerAgain();
            storeSettings.refresh();
            buffers.forgetDeleted();
            subscriptions.retry();
            housekeeping.noticeOptions();
        }

        @Override
        public void storeLost(StoreException cause, long sinceNanos) {
            commits.storeLost(this, cause, sinceNanos);
        }

        @Override
        public void storeReached() {
            commits.storeReached(this);
        }

        @Override
        public void released(List<Long> entityIds) {
            entityIds.forEach(dispatchers::disturb);
            housekeeping.lookAgain();
        }

        @Override
        public void ended() {
            housekeeping.incarnationEnded();
        }
    }
}
