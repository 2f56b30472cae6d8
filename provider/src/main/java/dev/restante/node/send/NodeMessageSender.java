package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageSender;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReadableEntityCheck;
import dev.restante.broker.SendRequest;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Entity;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.forwarding.route.ForwardRouter;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.feature.topics.TopicSend;
import dev.restante.node.feature.topics.TopicSender;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Message sender of a node: checks targets and sends through the store, in memory, or to a topic. */
public final class NodeMessageSender implements MessageSender {

    private final NodeServices node;
    private final IdleEntityDeleter idleDeleter;
    private final ForwardRouter forwardRouter;
    private final SendPreparer preparer;
    private final NonPersistentSender nonPersistentSender;
    private final TopicSender topicSender;

    public NodeMessageSender(
            NodeServices node,
            IdleEntityDeleter idleDeleter,
            ForwardRouter forwardRouter,
            NonPersistentSender nonPersistentSender,
            TopicSender topicSender) {
        this.node = node;
        this.idleDeleter = idleDeleter;
        this.forwardRouter = forwardRouter;
        this.preparer = new SendPreparer(node, forwardRouter);
        this.nonPersistentSender = nonPersistentSender;
        this.topicSender = topicSender;
    }

    @Override
    public PreparedSend prepare(SendRequest request, long sentAtMillis) {
        return preparer.prepare(request, sentAtMillis);
    }

    /**
     * Prepares a send to an entity itself, which may be a subscription, without duplicate detection. If the entity
     * forwards, the {@link dev.restante.node.feature.forwarding.Forwarder} forwards the stored message.
     */
    public PreparedSend prepareWithoutForwarding(SendRequest request, long sentAtMillis) {
        PreparedSend send = preparer.prepareWithoutForwarding(request, sentAtMillis);
        return new PreparedSend(send.target(), send.enqueue(), List.of(), send.sender(), null);
    }

    @Override
    public void send(PreparedSend prepared) {
        node.lifecycle().checkAlive();
        PreparedSend send = withCurrentTarget(prepared);
        if (send.fansOut()) {
            sendToTopic(send);
            return;
        }
        if (!isPersistent(send)) {
            AtomicReference<@Nullable BrokerException> atOnce = new AtomicReference<>();
            nonPersistentSender.send(send, atOnce::set);
            BrokerException refusal = atOnce.get();
            if (refusal != null) {
                throw refusal;
            }
            return;
        }
        OperationOutcome outcome = node.committer().commit(ChangeSet.of(send));
        while (outcome instanceof OperationOutcome.EntityGone && send.originalTarget() != null) {
            // The target queue forwards to an entity that another node has deleted, so the route is computed again.
            send = withCurrentTarget(send);
            outcome = node.committer().commit(ChangeSet.of(send));
        }
        BrokerExceptions.throwIfFailed(outcome);
    }

    @Override
    public void sendAsync(PreparedSend prepared, Consumer<@Nullable BrokerException> onDone) {
        node.lifecycle().checkAlive();
        PreparedSend send = withCurrentTarget(prepared);
        if (send.fansOut()) {
            topicSender.sequencer(send.target().id()).send(new TopicSend(send, false, onDone));
        } else if (isPersistent(send)) {
            node.committer()
                    .submit(ChangeSet.of(send), Operation.OperationUrgency.NOW, new SendCompletionListener(onDone));
        } else {
            nonPersistentSender.send(send, onDone);
        }
    }

    private void sendToTopic(PreparedSend send) {
        CompletableFuture<@Nullable BrokerException> done = new CompletableFuture<>();
        TopicSend sending = new TopicSend(send, true, done::complete);
        topicSender.sequencer(send.target().id()).send(sending);
        if (!isPersistent(send) && !done.isDone()) {
            return;
        }
        BrokerException refusal = await(sending, done);
        if (refusal != null) {
            throw refusal;
        }
    }

    /**
     * Waits for the end of a send to a topic, even if the thread is interrupted, because the send continues. Each
     * attempt is limited in time, but attempts are repeated while the subscriptions of the topic change.
     */
    private @Nullable BrokerException await(TopicSend sending, CompletableFuture<@Nullable BrokerException> done) {
        long timeoutNanos = CallTimeBudget.remaining(node.committer().outcomeTimeoutNanos());
        if (!Uninterruptibles.awaitEnd(done, timeoutNanos)) {
            done.complete(sending.withdraw(timeoutNanos));
        }
        return done.join();
    }

    /**
     * Checks that the target exists and is usable, and records its use.
     *
     * @return the send with the current state of its target, and with a new route if the former end was deleted
     * @throws BrokerException if the target was deleted
     */
    public PreparedSend withCurrentTarget(PreparedSend prepared) {
        PreparedSend send = forwardRouter.rerouted(prepared);
        Entity target = node.entities().requireUsable(send.target());
        idleDeleter.recordUse(target);
        Entity addressed = send.originalTarget();
        if (addressed != null) {
            ReadableEntityCheck.check(node.registry().current(addressed));
            idleDeleter.recordUse(addressed);
        }
        return send.withTarget(target);
    }

    private static boolean isPersistent(PreparedSend send) {
        return send.delivery().persistent();
    }
}
