package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReadableEntities;
import dev.restante.broker.SendRequest;
import dev.restante.broker.Sending;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHead;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.CommitListener;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.entity.RemadeEntities;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sends of a node: gives messages their ids, instants and places, and sends them through the store, or in memory
 * where nothing older waits.
 */
public final class NodeSending implements Sending {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSending.class);

    /**
     * Non-persistent messages on their way to the store; one more waits. Fewer than a fetch brings, so that receivers
     * which keep up get ahead of the store again and messages need not go through it.
     */
    private static final int MAX_UNSTORED = 200;

    /** How long a non-persistent send waits for a receiver to take something before it goes through the store. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int HEAD_OVERHEAD_BYTES = 64;

    private final NodeContext context;
    private final NodeLife life;
    private final UsableEntities entities;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final Traffic traffic;
    private final IdleEntities idleEntities;
    private final RemadeEntities remade;
    private final Semaphore unstored;

    private final Forwarding forwarding;
    private final TopicSending topics;

    /** For a node; {@code executor} sends again what was made for former subscriptions of a topic. */
    public NodeSending(
            NodeContext context,
            NodeLife life,
            UsableEntities entities,
            Commits commits,
            Dispatchers dispatchers,
            Buffers buffers,
            Traffic traffic,
            IdleEntities idleEntities,
            RemadeEntities remade,
            Forwarding forwarding,
            TopicSending topics,
            Semaphore unstored) {
        this.context = context;
        this.life = life;
        this.entities = entities;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.traffic = traffic;
        this.idleEntities = idleEntities;
        this.remade = remade;
        this.forwarding = forwarding;
        this.topics = topics;
        this.unstored = unstored;
    }

    /** So many non-persistent messages may be on their way to the store, of queues and topics together. */
    public static Semaphore placesForUnstored() {
        return new Semaphore(MAX_UNSTORED);
    }

    @Override
    public PreparedSend prepare(SendRequest request, long sentAtMillis) {
        // Before it gets its ids: those made for a dead incarnation can't be stored.
        life.checkAlive();
        SendRequest.Options options = request.options();
        Entity target = context.registry().current(remade.latest(request.target()));
        long deliveryAtMillis = Spans.later(sentAtMillis, options.deliveryDelayMillis());
        long baseMillis = options.expirationBase() == SendRequest.ExpirationBase.SEND ? sentAtMillis : deliveryAtMillis;
        long expiresAtMillis = ExpiryRule.ownDeadline(target, options.timeToLiveMillis(), baseMillis);
        long id = context.ids().next();
        MessageHead head = new MessageHead(
                options.messageIdWanted() ? messageId(id) : null,
                request.destination(),
                request.content().bodyKind(),
                request.content().correlationId(),
                request.content().replyTo(),
                request.content().type(),
                options.timestampWanted() ? sentAtMillis : 0,
                deliveryAtMillis,
                expiresAtMillis == Delivery.NEVER ? 0 : expiresAtMillis,
                options.priority(),
                options.persistent(),
                request.content().properties());
        // The body may be null; the checker does not read the annotation of an array in a record's constructor.
        @SuppressWarnings("NullAway")
        StoredMessage message = new StoredMessage(id, head, request.content().body());
        String groupId = GroupRule.groupId(request.content().properties());
        GroupRule.check(target, groupId);
        boolean delayed = options.deliveryDelayMillis() > 0;
        long availableAtMillis = context.time().toStoreTime(deliveryAtMillis);
        Delivery delivery = new Delivery(
                DeliveryRef.sole(id),
                target.id(),
                delayed ? DeliveryState.SCHEDULED : DeliveryState.AVAILABLE,
                options.priority(),
                delayed ? IdLayout.firstPositionAt(availableAtMillis) : id,
                groupId,
                size(message),
                options.persistent(),
                delayed ? availableAtMillis : 0,
                availableAtMillis,
                expiresAtMillis == Delivery.NEVER
                        ? Delivery.NEVER
                        : Spans.later(availableAtMillis, expiresAtMillis - deliveryAtMillis),
                0,
                false,
                null);
        long sentAt = context.time().toStoreTime(sentAtMillis);
        Change.Once once = DuplicateRule.once(target, delivery, message, sentAt);
        PreparedSend routed = forwarding.routed(
                new PreparedSend(
                        target,
                        new Change.Enqueue(message, List.of(delivery)),
                        once == null ? List.of() : List.of(once),
                        request.sender(),
                        null),
                sentAt);
        if (routed.addressed() != null) {
            GroupRule.check(routed.target(), groupId);
        }
        return routed;
    }

    @Override
    public void send(PreparedSend prepared) {
        PreparedSend send = sendable(prepared);
        if (send.toTopic()) {
            sendToTopic(send);
            return;
        }
        if (!isPersistent(send)) {
            AtomicReference<@Nullable BrokerException> atOnce = new AtomicReference<>();
            sendNonPersistent(send, atOnce::set);
            BrokerException refusal = atOnce.get();
            if (refusal != null) {
                throw refusal;
            }
            return;
        }
        Refusals.check(commits.execute(work(send)));
    }

    @Override
    public void sendAsync(PreparedSend prepared, Consumer<@Nullable BrokerException> whenDone) {
        PreparedSend send = sendable(prepared);
        if (send.toTopic()) {
            topics.lane(send.target().id()).send(new TopicSend(send, false, whenDone));
        } else if (isPersistent(send)) {
            commits.submit(work(send), Operation.Urgency.NOW, new Sender(whenDone));
        } else {
            sendNonPersistent(send, whenDone);
        }
    }

    /** Is told once what became of a send. */
    private static class Sender implements CommitListener {
        private final Consumer<@Nullable BrokerException> whenDone;
        private boolean told;

        Sender(Consumer<@Nullable BrokerException> whenDone) {
            this.whenDone = whenDone;
        }

        @Override
        public void doubted(Outcome.InDoubt doubt) {
            told = true;
            whenDone.accept(Refusals.of(doubt));
        }

        @Override
        public void ended(Outcome outcome) {
            if (!told) {
                whenDone.accept(Refusals.of(outcome));
            }
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

    /** Waits whatever happens: the message is on its way, and an interrupt is the application's business. */
    private static @Nullable BrokerException await(CompletableFuture<@Nullable BrokerException> done) {
        boolean interrupted = false;
        while (true) {
            try {
                BrokerException refusal = done.get();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return refusal;
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                throw new IllegalStateException("a send has no other way to fail", e);
            }
        }
    }

    private void sendNonPersistent(PreparedSend send, Consumer<@Nullable BrokerException> whenDone) {
        Delivery delivery = send.delivery();
        if (delivery.state() != DeliveryState.AVAILABLE) {
            sendThroughStore(send, () -> {}, whenDone);
            return;
        }
        EntityDispatcher dispatcher = dispatchers.of(delivery.entityId());
        if (offerInMemory(dispatcher, send, delivery)) {
            buffers.noticeDeadline(delivery);
            traffic.sent(delivery.entityId());
            whenDone.accept(null);
        } else {
            sendThroughStore(send, dispatcher.intake()::storeBoundEnded, whenDone);
        }
    }

    private void sendThroughStore(
            PreparedSend send, Runnable whenStored, Consumer<@Nullable BrokerException> whenDone) {
        unstored.acquireUninterruptibly();
        commits.submit(work(send), Operation.Urgency.LAZY, new Sender(whenDone) {
            @Override
            public void ended(Outcome outcome) {
                unstored.release();
                whenStored.run();
                if (outcome instanceof Outcome.Failed failed) {
                    LOG.warn(
                            "A non-persistent message to '{}' was lost: the store failed",
                            ShownText.of(send.target().name()),
                            failed.cause());
                }
                super.ended(outcome);
            }
        });
    }

    /** False if it must go through the store; the dispatcher is then told when it has. */
    private boolean offerInMemory(EntityDispatcher dispatcher, PreparedSend send, Delivery delivery) {
        if (send.onces().isEmpty() && delivery.groupId() == null && life.mayHandOver()) {
            return dispatcher
                    .intake()
                    .offerInMemory(new Buffered(delivery, send.enqueue().message(), false), PATIENCE_NANOS);
        }
        dispatcher.intake().storeBoundBegun();
        return false;
    }

    /**
     * Looks whether the target can be sent to.
     *
     * @return the send, made anew where it was to be forwarded to what is gone
     * @throws BrokerException if it was deleted, or the node is closed or declared dead
     */
    public PreparedSend sendable(PreparedSend prepared) {
        life.checkAlive();
        PreparedSend send = forwarding.current(prepared);
        idleEntities.used(entities.requireUsable(send.target()));
        if (send.addressed() != null) {
            ReadableEntities.check(context.registry().current(send.addressed()));
            idleEntities.used(send.addressed());
        }
        return send;
    }

    private static boolean isPersistent(PreparedSend send) {
        return send.head().persistent();
    }

    private Work work(PreparedSend send) {
        List<Change> changes = send.changes();
        return Work.ofSender(send.target().id(), changes, context.noticeAt(changes));
    }

    /** Unique in every installation that shares the store, because ids are. */
    private static String messageId(long id) {
        return "ID:restante-" + Long.toHexString(id);
    }

    private int size(StoredMessage message) {
        long size = (long) message.bodySize() + HEAD_OVERHEAD_BYTES;
        for (Map.Entry<String, @Nullable Object> property :
                message.head().properties().entrySet()) {
            size += property.getKey().length() + (property.getValue() instanceof String text ? text.length() : 8);
        }
        int limit = context.settings().maxMessageBytes();
        if (size > limit) {
            throw new BrokerException(
                    Reason.MESSAGE_TOO_LARGE,
                    "The message has " + size + " bytes; the option maxMessageBytes allows " + limit);
        }
        return (int) size;
    }
}
