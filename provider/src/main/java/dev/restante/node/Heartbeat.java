package dev.restante.node;

import dev.restante.model.Delivery;
import dev.restante.model.SaturatingTime;
import dev.restante.node.admin.NodeStoreSettings;
import dev.restante.node.cluster.PrefetchBalancer;
import dev.restante.node.commit.NodeServices;
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

    private final NodeServices node;
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
            NodeServices node,
            InFlightLimitShares limitShares,
            NodeSubscriptionRegistry subscriptions,
            NodeStoreSettings storeSettings,
            Housekeeper housekeeper,
            NodeRequestHandler requestHandler,
            PrefetchBalancer balancer,
            NodeRejoiner rejoiner,
            StoreClock.ClockReading joinedAt) {
        this.node = node;
        this.limitShares = limitShares;
        this.subscriptions = subscriptions;
        this.storeSettings = storeSettings;
        this.housekeeper = housekeeper;
        this.requestHandler = requestHandler;
        this.balancer = balancer;
        this.rejoiner = rejoiner;
        this.scheduler = new NodeScheduler("restante-heartbeat", node.storeClock());
        this.pollTask = scheduler.task("poll", this::poll);
        this.wallClockTask = scheduler.task("wall clock", this::followWallClock);
        this.lease = new LeaseKeeper(
                node.store().membership(),
                node.storeClock(),
                new LeaseKeeper.LeaseHolder(
                        node.incarnation(), node.store().capabilities().exclusive(), joinedAt),
                node.settings().lease(),
                scheduler,
                new HeartbeatListener());
        node.lifecycle().setLeaseKeeper(lease);
    }

    /** Starts the heartbeat, after it has released the deliveries of dead incarnations. */
    void start() {
        lease.start();
        scheduler.start();
        // Fetches have skipped positions by the clock before the change.
        node.storeClock().onStoreClockSet(node.dispatchers()::recheckAll);
        if (node.storeClock().followsWallClock()) {
            wallClockTask.scheduleIn(WALL_CLOCK_MILLIS);
        }
        if (!node.store().capabilities().exclusive()) {
            node.store()
                    .signals()
                    .listen(
                            signal -> {
                                if (signal.earlierIds().isEmpty()) {
                                    node.dispatchers().sentByOtherNode(signal.entityId());
                                } else {
                                    node.dispatchers()
                                            .recheckStore(
                                                    signal.entityId(), signal.earlierIds(), Delivery.HIGHEST_PRIORITY);
                                }
                                limitShares.onSignal(signal.entityId());
                            },
                            () -> {
                                node.dispatchers().recheckAll();
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
        if (node.lifecycle().canDeliver()) {
            balancer.runRound();
            limitShares.runRound();
            node.store()
                    .signals()
                    .expectSignals(
                            node.incarnation(),
                            !balancer.isOnlyNode() && (balancer.announcesWaiting() || limitShares.isWaiting()));
        }
        requestHandler.executePending();
        node.dispatchers()
                .pollStore(node.store().deliveries(), node.storeClock().storeMillis());
        housekeeper.recheck();
    }

    private void schedulePoll() {
        pollTask.scheduleIn(SaturatingTime.toMillis(node.settings().pollInterval()));
    }

    private void followWallClock() {
        wallClockTask.scheduleIn(WALL_CLOCK_MILLIS);
        node.storeClock().followWallClock();
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
            rejoiner.onRejoinFailed(node.lifecycle().fencedException(cause));
        }

        @Override
        public void onHeartbeat() {
            node.dispatchers().wakeReceivers();
            storeSettings.reload();
            node.prefetchBuffers().removeDeletedEntities();
            subscriptions.retryReleases();
            housekeeper.applyCurrentOptions();
        }

        @Override
        public void onStoreUnreachable(StoreException cause, long sinceNanos) {
            node.committer().storeUnreachable(this, cause, sinceNanos);
        }

        @Override
        public void onStoreReachable() {
            node.committer().storeReachable(this);
        }

        @Override
        public void onReleased(List<Long> entityIds) {
            entityIds.forEach(node.dispatchers()::recheckStore);
            housekeeper.recheck();
        }

        @Override
        public void onIncarnationReleased() {
            housekeeper.onIncarnationReleased();
        }
    }
}
