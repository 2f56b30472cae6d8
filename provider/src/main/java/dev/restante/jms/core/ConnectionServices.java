package dev.restante.jms.core;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.TransactionBranch;
import dev.restante.jms.error.ExceptionListenerNotifier;
import dev.restante.jms.observe.ConnectionInstrumentation;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Parameter object with the broker, options and helpers of a connection that its sessions share.
 *
 * @param exceptionListener the notifier of failures that no call can report
 * @param pendingConsumers the closed consumers whose messages are not settled
 * @param brokerReferences the count that keeps the broker open
 */
public record ConnectionServices(
        Broker broker,
        ConnectionOptions options,
        ConnectionIdentity identity,
        BoundedCallExecutor boundedCalls,
        ExceptionListenerNotifier exceptionListener,
        InFlightSendLimiter sendLimiter,
        LockRenewer lockRenewer,
        EntityAccess entities,
        PendingConsumerCloser pendingConsumers,
        BrokerReferenceCount brokerReferences,
        ConnectionInstrumentation instrumentation) {

    /**
     * Creates the shared parts of a connection that opens.
     *
     * @param onClosed an action that runs once, when the connection and its transactions no longer use the broker
     * @param unsettled a test whether a session has unsettled messages of the entity with an id
     */
    public static ConnectionServices of(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            LongPredicate unsettled) {
        BoundedCallExecutor boundedCalls = new BoundedCallExecutor(broker);
        ConnectionIdentity identity = new ConnectionIdentity(clientIds);
        ConnectionInstrumentation instrumentation = new ConnectionInstrumentation(options.observers(), broker);
        return new ConnectionServices(
                broker,
                options,
                identity,
                boundedCalls,
                new ExceptionListenerNotifier(broker),
                new InFlightSendLimiter(options.maxInFlightSends()),
                new LockRenewer(instrumentation.settler(), broker.time(), options.autoRenewLocksFor()),
                new EntityAccess(broker, options, boundedCalls, identity),
                new PendingConsumerCloser(unsettled),
                new BrokerReferenceCount(onClosed),
                instrumentation);
    }

    /** Returns the settler of the broker that also notifies observers of settlements. */
    public DeliverySettler observedSettler() {
        return instrumentation.settler();
    }

    /** Releases the reference of an ended branch, whose received messages are settled. */
    public void onBranchEnded(TransactionBranch branch) {
        if (brokerReferences.release(branch)) {
            pendingConsumers.closeSettled();
        }
    }

    /** Returns undelivered messages without counting a delivery. Reports a failure to the exception listener. */
    public void releaseUnseen(List<InFlightDelivery> deliveries) {
        if (deliveries.isEmpty()) {
            return;
        }
        try {
            broker.settler().returnUndelivered(deliveries);
        } catch (BrokerException failure) {
            exceptionListener.notifyOrLog(failure);
        }
    }
}
