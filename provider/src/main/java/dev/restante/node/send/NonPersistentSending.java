package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.PreparedSend;
import dev.restante.model.CallBound;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.ShownText;
import dev.restante.model.Uninterrupted;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends of non-persistent messages to queues: in memory where a receiver of this node keeps up and nothing older waits,
 * else through the store, for which nobody waits (SND-05).
 */
public final class NonPersistentSending {

    private static final Logger LOG = LoggerFactory.getLogger(NonPersistentSending.class);

    /**
     * Non-persistent messages on their way to the store; one more waits. Fewer than a fetch brings, so that receivers
     * which keep up get ahead of the store again and messages need not go through it.
     */
    private static final int MAX_UNSTORED = 200;

    /** How long a non-persistent send waits for a receiver to take something before it goes through the store. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final NodeLife life;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final Traffic traffic;
    private final Semaphore unstored;

    /**
     * For the queues of a node.
     *
     * @param unstored the places for messages on their way to the store for which nobody waits
     */
    public NonPersistentSending(
            NodeLife life,
            Commits commits,
            Dispatchers dispatchers,
            Buffers buffers,
            Traffic traffic,
            Semaphore unstored) {
        this.life = life;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.traffic = traffic;
        this.unstored = unstored;
    }

    /** So many non-persistent messages may be on their way to the store, of queues and topics together. */
    public static Semaphore placesForUnstored() {
        return new Semaphore(MAX_UNSTORED);
    }

    /**
     * Sends, without waiting for the store; waits where too many are on their way to it.
     *
     * @param whenDone told once: null when the message is in memory or in the store, or why it is lost
     */
    void send(PreparedSend send, Consumer<@Nullable BrokerException> whenDone) {
        Delivery delivery = send.delivery();
        if (delivery.state() != DeliveryState.AVAILABLE) {
            sendThroughStore(send, () -> {}, whenDone);
            return;
        }
        EntityDispatcher dispatcher = dispatchers.of(delivery.entityId());
        if (offerInMemory(dispatcher, send, delivery)) {
            buffers.noticeDeadline(ExpiryRule.deadline(send.target(), delivery));
            traffic.sent(delivery.entityId());
            whenDone.accept(null);
        } else {
            sendThroughStore(send, dispatcher.intake()::storeBoundEnded, whenDone);
        }
    }

    /** The refusal of a send that the store has not made a place for by the end of its call. */
    private static BrokerException noPlace() {
        return new BrokerException(
                Reason.STORE_UNAVAILABLE, "The store has not taken earlier non-persistent messages; nothing was sent");
    }

    private void sendThroughStore(
            PreparedSend send, Runnable whenStored, Consumer<@Nullable BrokerException> whenDone) {
        if (!Uninterrupted.acquire(unstored, 1, CallBound.left(Long.MAX_VALUE))) {
            whenStored.run();
            whenDone.accept(noPlace());
            return;
        }
        commits.submit(Work.of(send), Operation.Urgency.LAZY, new SendListener(whenDone) {
            @Override
            public void ended(Outcome outcome) {
                unstored.release();
                whenStored.run();
                if (outcome instanceof Outcome.Failed failed) {
                    LOG.warn(
                            "A non-persistent message to '{}' was lost: the store failed",
                            ShownText.of(send.target().name()),
                            failed.cause());
                } else if (outcome instanceof Outcome.EntityGone) {
                    LOG.warn(
                            "A non-persistent message to '{}' was lost: another node has deleted the queue",
                            ShownText.of(send.target().name()));
                }
                super.ended(outcome);
            }
        });
    }

    /** False if it must go through the store; the dispatcher is then told when it has. */
    private boolean offerInMemory(EntityDispatcher dispatcher, PreparedSend send, Delivery delivery) {
        boolean alone = delivery.groupId() == null && delivery.ref().valueKey() == null;
        if (send.onces().isEmpty() && alone && life.mayHandOver()) {
            return dispatcher
                    .intake()
                    .offerInMemory(new Buffered(delivery, send.enqueue().message(), false), PATIENCE_NANOS);
        }
        dispatcher.intake().storeBoundBegun();
        return false;
    }
}
