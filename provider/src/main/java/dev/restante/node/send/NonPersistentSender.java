package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.PreparedSend;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DisplayText;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of non-persistent messages to queues: in memory if possible, otherwise through the store without waiting
 * (SND-05). Memory is possible if a receiver of this node keeps up and no older message waits.
 */
public final class NonPersistentSender {

    private static final Logger LOG = LoggerFactory.getLogger(NonPersistentSender.class);

    /**
     * Limit for non-persistent messages that are spilled concurrently; further sends wait. It is smaller than a fetch,
     * so that receivers can catch up with the store and later messages stay in memory.
     */
    private static final int MAX_SPILLING = 200;

    /** Longest wait of a non-persistent send for a receiver before the message is spilled. */
    private static final long MEMORY_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final NodeServices node;
    private final Semaphore spillPermits;

    /**
     * Creates the sender of a node.
     *
     * @param spillPermits permits for messages that are being spilled
     */
    public NonPersistentSender(NodeServices node, Semaphore spillPermits) {
        this.node = node;
        this.spillPermits = spillPermits;
    }

    /** Returns the permits for all spilled messages of queues and topics. */
    public static Semaphore spillPermits() {
        return new Semaphore(MAX_SPILLING);
    }

    /**
     * Sends without waiting for the store; waits for a permit if too many messages are being spilled.
     *
     * @param onDone callback that is called once, with null when the message is in memory or stored, or with the
     *     failure
     */
    void send(PreparedSend send, Consumer<@Nullable BrokerException> onDone) {
        Delivery delivery = send.delivery();
        if (delivery.state() != DeliveryState.AVAILABLE) {
            sendThroughStore(send, () -> {}, onDone);
            return;
        }
        EntityDispatcher dispatcher = node.dispatchers().getOrOpen(delivery.entityId());
        if (offerInMemory(dispatcher, send, delivery)) {
            node.prefetchBuffers().scheduleExpiry(ExpiryRule.expiryOf(send.target(), delivery));
            node.throughput().countSent(delivery.entityId());
            onDone.accept(null);
        } else {
            sendThroughStore(send, dispatcher.arrivals()::spillEnded, onDone);
        }
    }

    private static BrokerException spillTimeout() {
        return new BrokerException(
                BrokerErrorReason.STORE_UNAVAILABLE,
                "Nothing was sent because the store has not stored earlier non-persistent messages yet. Try again.");
    }

    private void sendThroughStore(PreparedSend send, Runnable onStored, Consumer<@Nullable BrokerException> onDone) {
        if (!Uninterruptibles.acquire(spillPermits, 1, CallTimeBudget.remaining(Long.MAX_VALUE))) {
            onStored.run();
            onDone.accept(spillTimeout());
            return;
        }
        node.committer()
                .submit(ChangeSet.of(send), Operation.OperationUrgency.LAZY, new SendCompletionListener(onDone) {
                    @Override
                    public void onOutcome(OperationOutcome outcome) {
                        spillPermits.release();
                        onStored.run();
                        if (outcome instanceof OperationOutcome.Failed failed) {
                            LOG.warn(
                                    "A non-persistent message to '{}' was lost because the store failed",
                                    DisplayText.shorten(send.target().name()),
                                    failed.cause());
                        } else if (outcome instanceof OperationOutcome.EntityGone) {
                            LOG.warn(
                                    "A non-persistent message to '{}' was lost because another node has deleted the queue",
                                    DisplayText.shorten(send.target().name()));
                        }
                        super.onOutcome(outcome);
                    }
                });
    }

    /**
     * Offers a message to the receivers in memory; returns false if it must be spilled, after which the dispatcher must
     * be notified.
     */
    private boolean offerInMemory(EntityDispatcher dispatcher, PreparedSend send, Delivery delivery) {
        boolean alone = delivery.groupId() == null && delivery.ref().valueKey() == null;
        if (send.duplicateIdChecks().isEmpty() && alone && node.lifecycle().canDeliver()) {
            return dispatcher
                    .arrivals()
                    .offerInMemory(
                            new PrefetchedMessage(delivery, send.enqueue().message(), false), MEMORY_WAIT_NANOS);
        }
        dispatcher.arrivals().spillBegun();
        return false;
    }
}
