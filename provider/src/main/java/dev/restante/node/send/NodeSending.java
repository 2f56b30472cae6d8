package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReadableEntities;
import dev.restante.broker.SendRequest;
import dev.restante.broker.Sending;
import dev.restante.model.CallBound;
import dev.restante.model.Entity;
import dev.restante.model.Uninterrupted;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.core.Work;
import dev.restante.node.entity.IdleEntities;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sends of a node: looks whether their target is there, and sends each on the way that it takes, to the store, in
 * memory or through the lane of its topic.
 */
public final class NodeSending implements Sending {

    private final NodeContext context;
    private final NodeLife life;
    private final UsableEntities entities;
    private final Commits commits;
    private final IdleEntities idleEntities;
    private final Forwarding forwarding;
    private final SendPreparation preparation;
    private final NonPersistentSending nonPersistent;
    private final TopicSending topics;

    public NodeSending(
            NodeContext context,
            NodeLife life,
            UsableEntities entities,
            Commits commits,
            IdleEntities idleEntities,
            Forwarding forwarding,
            NonPersistentSending nonPersistent,
            TopicSending topics) {
        this.context = context;
        this.life = life;
        this.entities = entities;
        this.commits = commits;
        this.idleEntities = idleEntities;
        this.forwarding = forwarding;
        this.preparation = new SendPreparation(context, life, forwarding);
        this.nonPersistent = nonPersistent;
        this.topics = topics;
    }

    @Override
    public PreparedSend prepare(SendRequest request, long sentAtMillis) {
        return preparation.prepare(request, sentAtMillis);
    }

    /**
     * The same for an entity itself, also a subscription: where that forwards to, the forwarder takes it. Nothing keeps
     * a duplicate out.
     */
    public PreparedSend prepareInPlace(SendRequest request, long sentAtMillis) {
        PreparedSend send = preparation.unrouted(request, sentAtMillis);
        return new PreparedSend(send.target(), send.enqueue(), List.of(), send.sender(), null);
    }

    @Override
    public void send(PreparedSend prepared) {
        life.checkAlive();
        PreparedSend send = sendable(prepared);
        if (send.toTopic()) {
            sendToTopic(send);
            return;
        }
        if (!isPersistent(send)) {
            AtomicReference<@Nullable BrokerException> atOnce = new AtomicReference<>();
            nonPersistent.send(send, atOnce::set);
            BrokerException refusal = atOnce.get();
            if (refusal != null) {
                throw refusal;
            }
            return;
        }
        Outcome outcome = commits.execute(Work.of(send));
        while (outcome instanceof Outcome.EntityGone && send.addressed() != null) {
            // The queue forwards to an entity that another node has deleted: the node looks for the end of the chain
            // anew.
            send = sendable(send);
            outcome = commits.execute(Work.of(send));
        }
        Refusals.check(outcome);
    }

    @Override
    public void sendAsync(PreparedSend prepared, Consumer<@Nullable BrokerException> whenDone) {
        life.checkAlive();
        PreparedSend send = sendable(prepared);
        if (send.toTopic()) {
            topics.lane(send.target().id()).send(new TopicSend(send, false, whenDone));
        } else if (isPersistent(send)) {
            commits.submit(Work.of(send), Operation.Urgency.NOW, new SendListener(whenDone));
        } else {
            nonPersistent.send(send, whenDone);
        }
    }

    private void sendToTopic(PreparedSend send) {
        CompletableFuture<@Nullable BrokerException> done = new CompletableFuture<>();
        topics.lane(send.target().id()).send(new TopicSend(send, true, done::complete));
        if (!isPersistent(send) && !done.isDone()) {
            return;
        }
        BrokerException refusal = await(done);
        if (refusal != null) {
            throw refusal;
        }
    }

    /**
     * Waits for the end of a send to a topic, also in an interrupted thread: the message is on its way. Each attempt to
     * store it has a bound of its own, but it is made anew for as long as the topic's subscriptions change.
     */
    private @Nullable BrokerException await(CompletableFuture<@Nullable BrokerException> done) {
        return Uninterrupted.awaitEnd(done, CallBound.left(commits.patienceNanos()))
                ? done.join()
                : new BrokerException(
                        Reason.OUTCOME_UNKNOWN,
                        "The store has not said in time whether it has the message; it may still be stored");
    }

    /**
     * Looks whether the target can be sent to, on a node that is alive.
     *
     * @return the send with its target as it is now, made anew where it was to be forwarded to what is gone
     * @throws BrokerException if it was deleted
     */
    public PreparedSend sendable(PreparedSend prepared) {
        PreparedSend send = forwarding.current(prepared);
        Entity target = entities.requireUsable(send.target());
        idleEntities.used(target);
        Entity addressed = send.addressed();
        if (addressed != null) {
            ReadableEntities.check(context.registry().current(addressed));
            idleEntities.used(addressed);
        }
        return send.to(target);
    }

    private static boolean isPersistent(PreparedSend send) {
        return send.delivery().persistent();
    }
}
