package dev.restante.node.commit;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.LockDeadlineCalculator;
import dev.restante.node.core.LostLockText;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.core.UsableEntityLookup;
import dev.restante.node.lease.StoreClock;
import dev.restante.node.lock.LockRegistry;
import dev.restante.store.Store;

/**
 * Parameter object with the components of a node that settlement, sending, receiving, administration and features use
 * to read and change messages.
 */
public record NodeServices(
        NodeContext context,
        NodeLifecycle lifecycle,
        UsableEntityLookup entities,
        DispatcherRegistry dispatchers,
        LockRegistry locks,
        LockDeadlineCalculator lockDeadlines,
        ThroughputCounters throughput,
        ChangeCommitter committer,
        RetryingCommitter retryingCommitter,
        PrefetchReturner prefetchReturner,
        NodePrefetchBuffers prefetchBuffers,
        DispositionChanges dispositionChanges,
        SettlementChanges settlementChanges) {

    public Store store() {
        return context.store();
    }

    public StoreClock storeClock() {
        return context.storeClock();
    }

    public BrokerSettings settings() {
        return context.settings();
    }

    public EntityRegistry registry() {
        return context.registry();
    }

    public long incarnation() {
        return context.incarnation();
    }

    /** Returns the exception for a call that needs the lock of a delivery, which is lost (RCV-12). */
    public BrokerException lockLost(InFlightDelivery delivery) {
        return new BrokerException(
                BrokerErrorReason.LOCK_LOST,
                LostLockText.ofOne(
                        delivery,
                        registry().current(delivery.entity()),
                        storeClock().monotonicMillis()));
    }
}
