package dev.restante.node;

import dev.restante.model.Delivery;
import dev.restante.model.SaturatingTime;
import dev.restante.node.admin.NodeStoreSettings;
import dev.restante.node.cluster.PrefetchBalancer;
import dev.restante.node.commit.ChangeCommitter;
import dev.restante.node.commit.DispatcherRegistry;
import dev.restante.node.commit.NodePrefetchBuffers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.feature.quota.InFlightLimitShares;
import dev.restante.node.feature.topics.NodeSubscriptionRegistry;
import dev.restante.node.lease.LeaseKeeper;
import dev.restante.node.lease.StoreClock;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.LostCommitsException;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Heartbeat of a node: renews its lease, releases deliveries of dead nodes, and polls a shared store.
 *
 * <p>In a shared store it also balances prefetched messages with the other nodes. In an exclusive store, which only one
 * node can have open, its thread only follows the wall clock.
 */
final class Heartbeat implements AutoCloseable {

    private static final long WALL_CLOCK_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final NodeContext context;
    private final NodeLifecycle lifecycle;
    private final DispatcherRegistry dispatchers;
    private final NodePrefetchBuffers prefetchBuffers;
    private final ChangeCommitter committer;
    private final InFlightLimitShares limitShares;
    private final NodeSubscriptionRegistry subscriptions;
    private final NodeStoreSettings storeSettings;
    private final Housekeeper housekeeper;
    private final NodeRequestHandler requestHandler;
    private final PrefetchBalancer balancer;
    private final NodeRejoiner rejoiner;
    private final NodeScheduler scheduler;
    private final NodeScheduler.ScheduledTask pollTask;
    private final NodeScheduler.ScheduledTask wallClockTask;
    private final LeaseKeeper lease;

    Heartbeat(
            NodeContext context,
            NodeLifecycle lifecycle,
            DispatcherRegistry dispatchers,
            NodePrefetchBuffers prefetchBuffers,
            ChangeCommitter committer,
            InFlightLimitShares limitShares,
            NodeSubscriptionRegistry subscriptions,
            NodeStoreSettings storeSettings,
            Housekeeper housekeeper,
            NodeRequestHandler requestHandler,
            PrefetchBalancer balancer,
            NodeRejoiner rejoiner,
            StoreClock.ClockReading joinedAt) {
        this.context = context;
        this.lifecycle = lifecycle;
        this.dispatchers = dispatchers;
        this.prefetchBuffers = prefetchBuffers;
        this.committer = committer;
        this.limitShares = limitShares;
        this.subscriptions = subscriptions;
        this.storeSettings = storeSettings;
        this.housekeeper = housekeeper;
        this.requestHandler = requestHandler;
        this.balancer = balancer;
        this.rejoiner = rejoiner;
        this.scheduler = new NodeScheduler("restante-heartbeat", context.storeClock());
        this.pollTask = scheduler.task("poll", this::poll);
        this.wallClockTask = scheduler.task("wall clock", this::followWallClock);
        this.lease = new LeaseKeeper(
                context.store().membership(),
                context.storeClock(),
                new LeaseKeeper.LeaseHolder(
                        context.incarnation(), context.store().capabilities().exclusive(), joinedAt),
                context.settings().lease(),
                scheduler,
                new HeartbeatListener());
        lifecycle.setLeaseKeeper(lease);
    }

    /** Starts the heartbeat, after it has released the deliveries of dead incarnations. */
    void start() {
        lease.start();
        scheduler.start();
        // Fetches have skipped positions by the clock before the change.
        context.storeClock().onStoreClockSet(dispatchers::recheckAll);
        if (context.storeClock().followsWallClock()) {
            wallClockTask.scheduleIn(WALL_CLOCK_MILLIS);
        }
        if (!context.store().capabilities().exclusive()) {
            context.store()
                    .signals()
                    .listen(
                            signal -> {
                                if (signal.earlierIds().isEmpty()) {
                                    dispatchers.sentByOtherNode(signal.entityId());
                                } else {
                                    dispatchers.recheckStore(
                                            signal.entityId(), signal.earlierIds(), Delivery.HIGHEST_PRIORITY);
                                }
                                limitShares.onSignal(signal.entityId());
                            },
                            () -> {
                                dispatchers.recheckAll();
                                limitShares.onAnySignal();
                            });
            schedulePoll();
        }
    }

    @Override
    public void close() {
        scheduler.close();
    }

    /**
     * Starts a rejoin after a writer or another component found that the node was declared dead.
     *
     * @param cause failure of the store that showed this, or null; {@link LostCommitsException} if the database lost
     *     commits
     */
    void onDeclaredDead(@Nullable Throwable cause) {
        if (cause instanceof LostCommitsException lost) {
            rejoiner.recordCause(lost);
        }
        lease.markDeclaredDead();
    }

    private void poll() {
        // The next poll is scheduled first, so that a failure of this poll cannot prevent it.
        schedulePoll();
        if (lease.state() != LeaseKeeper.LeaseState.ALIVE) {
            return;
        }
        if (lifecycle.canDeliver()) {
            balancer.runRound();
            limitShares.runRound();
            context.store()
                    .signals()
                    .expectSignals(
                            context.incarnation(),
                            !balancer.isOnlyNode() && (balancer.announcesWaiting() || limitShares.isWaiting()));
        }
        requestHandler.executePending();
        dispatchers.pollStore(context.store().deliveries(), context.storeClock().storeMillis());
        housekeeper.recheck();
    }

    private void schedulePoll() {
        pollTask.scheduleIn(SaturatingTime.toMillis(context.settings().pollInterval()));
    }

    private void followWallClock() {
        wallClockTask.scheduleIn(WALL_CLOCK_MILLIS);
        context.storeClock().followWallClock();
    }

    private final class HeartbeatListener implements LeaseKeeper.LeaseListener {
        @Override
        public LeaseKeeper.LeaseHolder rejoin() {
            LeaseKeeper.LeaseHolder holder = rejoiner.rejoin();
            balancer.reset();
            return holder;
        }

        @Override
        public void onRejoined() {
            rejoiner.resume();
            housekeeper.onIncarnationReleased();
        }

        @Override
        public void onFenced(RuntimeException cause) {
            rejoiner.onRejoinFailed(lifecycle.fencedException(cause));
        }

        @Override
        public void onHeartbeat() {
            dispatchers.wakeReceivers();
            storeSettings.reload();
            prefetchBuffers.removeDeletedEntities();
            subscriptions.retryReleases();
            housekeeper.applyCurrentOptions();
        }

        @Override
        public void onStoreUnreachable(StoreException cause, long sinceNanos) {
            committer.storeUnreachable(this, cause, sinceNanos);
        }

        @Override
        public void onStoreReachable() {
            committer.storeReachable(this);
        }

        @Override
        public void onReleased(List<Long> entityIds) {
            entityIds.forEach(dispatchers::recheckStore);
            housekeeper.recheck();
        }

        @Override
        public void onIncarnationReleased() {
            housekeeper.onIncarnationReleased();
        }
    }
}
