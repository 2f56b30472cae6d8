package dev.restante.proof;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageAdministration.EditRequest;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.MessageAdministration.ResubmitRequest;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.BranchId;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.NodeSweeps;
import dev.restante.option.QueueOption;
import dev.restante.proof.InterleavingScene.SceneAction;
import dev.restante.proof.InterleavingScene.SceneRows;
import dev.restante.store.Membership;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Scenes of {@link InterleavingContract}. */
final class InterleavingScenes {

    /** Result of a receive without a message. */
    static final String NOTHING = "nothing";

    private static final SceneAction RECEIVE = new SceneAction("receive", (node, rows) -> receive(node, rows.queue()));
    private static final SceneAction PURGE = new SceneAction("purge", (node, rows) -> purge(node, rows));
    private static final SceneAction DELETE = new SceneAction(
            "delete queue",
            (node, rows) -> String.valueOf(
                    node.broker.queueAdministration().delete(rows.liveQueue().name(), true)));
    private static final SceneAction ALTER = new SceneAction("change options", (node, rows) -> {
        Entity changed = node.broker
                .queueAdministration()
                .changeOptions(rows.liveQueue(), Map.of("maxDeliveryCount", "7"), Set.of());
        return String.valueOf(changed.options().maxDeliveryCount());
    });
    private static final SceneAction SEND = new SceneAction("send", (node, rows) -> {
        node.send(rows.queue(), "b");
        return "sent";
    });
    private static final SceneAction EXPIRE = new SceneAction("expire", (node, rows) -> {
        NodeSweeps.sweep(node.broker);
        return "swept";
    });
    private static final SceneAction DROP_EXPIRED = new SceneAction("drop expired messages", (node, rows) -> {
        Entity changed = node.broker
                .queueAdministration()
                .changeOptions(rows.liveQueue(), Map.of(QueueOption.DEAD_LETTER_ON_EXPIRY.name(), "false"), Set.of());
        return String.valueOf(changed.options().deadLetterOnExpiry());
    });
    private static final SceneAction MOVE = new SceneAction("move", (node, rows) -> {
        Entity target = node.broker.queueAdministration().queue(target(rows.id()), false);
        return String.valueOf(messages(node)
                .redrive(rows.queue(), new RedriveRequest(allUnlocked(), target, 10, 0), done -> true)
                .moved());
    });
    private static final SceneAction UNDEFER = new SceneAction("undefer", InterleavingScenes::undefer);
    private static final SceneAction RECEIVE_DEFERRED =
            new SceneAction("receive deferred", InterleavingScenes::receiveDeferred);
    private static final SceneAction SEND_B = new SceneAction("send b", (node, rows) -> sendLastValue(node, rows, "b"));
    private static final List<SceneAction> SETTLEMENTS = List.of(
            settle("complete", (node, held) -> node.broker.settler().complete(List.of(held))),
            settle("release", (node, held) -> node.broker.settler().release(List.of(held))),
            settle("dead-letter", (node, held) -> node.broker.settler().deadLetter(held, "reason", null, Map.of())),
            settle("defer", (node, held) -> node.broker.settler().defer(held, Map.of())),
            settle("return", (node, held) -> node.broker.settler().returnUndelivered(List.of(held))));

    private InterleavingScenes() {}

    static List<InterleavingScene> all() {
        return Stream.concat(
                        basic().stream(),
                        Stream.of(
                                        beside(
                                                "an expired message",
                                                InterleavingScenes::expired,
                                                List.of(RECEIVE, PURGE, DELETE, ALTER, DROP_EXPIRED, SEND, MOVE)),
                                        beside(
                                                "an expired deferred message",
                                                InterleavingScenes::expiredDeferred,
                                                List.of(PURGE, DELETE, UNDEFER, RECEIVE_DEFERRED)),
                                        beside(
                                                "an expired last value",
                                                InterleavingScenes::expiredLastValue,
                                                List.of(RECEIVE, PURGE, SEND_B)))
                                .flatMap(List::stream))
                .toList();
    }

    /** Returns the scenes of an expired message: its expiry beside each other operation, and beside itself. */
    private static List<InterleavingScene> beside(
            String name, BiFunction<ProofNode, String, SceneRows> setUp, List<SceneAction> others) {
        List<SceneAction> second = new ArrayList<>(others);
        second.add(EXPIRE);
        return List.of(
                new InterleavingScene(name + ", whose expiry stops", setUp, List.of(EXPIRE), second),
                new InterleavingScene(name + ", whose expiry comes between", setUp, others, List.of(EXPIRE)));
    }

    private static List<InterleavingScene> basic() {
        return List.of(
                new InterleavingScene(
                        "an available message",
                        InterleavingScenes::available,
                        List.of(RECEIVE, PURGE, DELETE, ALTER, SEND)),
                new InterleavingScene(
                        "a locked message",
                        InterleavingScenes::locked,
                        SETTLEMENTS,
                        List.of(RECEIVE, PURGE, DELETE, ALTER, SEND)),
                new InterleavingScene(
                        "a locked message of a node that is declared dead",
                        InterleavingScenes::lockedByOverdueNode,
                        SETTLEMENTS,
                        List.of(new SceneAction("declare dead", (node, rows) -> declareDead(node))),
                        true),
                new InterleavingScene(
                        "a dead letter",
                        InterleavingScenes::deadLetter,
                        List.of(
                                RECEIVE,
                                PURGE,
                                DELETE,
                                new SceneAction("redrive", (node, rows) -> redrive(node, rows.queue())),
                                new SceneAction("resubmit", (node, rows) -> resubmit(node, rows.queue())))),
                new InterleavingScene(
                        "a deferred message",
                        InterleavingScenes::deferred,
                        List.of(PURGE, DELETE, UNDEFER, RECEIVE_DEFERRED)),
                new InterleavingScene(
                        "a queue of last values",
                        InterleavingScenes::lastValue,
                        List.of(
                                RECEIVE,
                                PURGE,
                                SEND_B,
                                new SceneAction("send c", (node, rows) -> sendLastValue(node, rows, "c")))),
                new InterleavingScene(
                        "a subscription",
                        InterleavingScenes::subscription,
                        List.of(
                                new SceneAction("send", InterleavingScenes::sendToTopic),
                                new SceneAction("add rule", InterleavingScenes::addRule),
                                new SceneAction("unsubscribe", InterleavingScenes::unsubscribe),
                                new SceneAction("delete topic", InterleavingScenes::deleteTopic))),
                new InterleavingScene(
                        "a prepared branch",
                        InterleavingScenes::branch,
                        List.of(
                                new SceneAction(
                                        "commit",
                                        (node, rows) -> decide(rows, xid -> {
                                            node.broker.branches().commit(xid, false);
                                        })),
                                new SceneAction(
                                        "roll back",
                                        (node, rows) -> decide(rows, xid -> {
                                            node.broker.branches().rollback(xid);
                                        })),
                                new SceneAction(
                                        "decide",
                                        (node, rows) -> decide(rows, xid -> {
                                            node.broker.branches().completeHeuristically(xid, true);
                                        })),
                                DELETE)));
    }

    private static String none(StoredRows rows) {
        return "";
    }

    private static SceneRows available(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        // The message returns to the store, so that both nodes can receive it.
        InFlightDelivery delivery = node.receive(queue);
        node.broker.settler().returnUndelivered(List.of(delivery));
        return new SceneRows(id, List.of(queue), delivery, rows -> rows.options(queue));
    }

    private static SceneRows locked(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        return new SceneRows(id, List.of(queue, node.deadLetterQueue(queue)), delivery, InterleavingScenes::none);
    }

    /** Returns a locked message of the first node, whose lease has ended, although it does not know it. */
    private static SceneRows lockedByOverdueNode(ProofNode node, String id) {
        SceneRows rows = locked(node, id);
        MembershipOperations.endLease(node, firstNode(node));
        return rows;
    }

    /** Returns the incarnation of the first node, which joined after the second one. */
    private static long firstNode(ProofNode any) {
        return any.store.membership().nodes().stream()
                .filter(Membership.StoredNode::alive)
                .mapToLong(Membership.StoredNode::incarnation)
                .max()
                .orElseThrow();
    }

    /** Declares the first node dead, and releases its messages. A node whose rows are locked is skipped. */
    private static String declareDead(ProofNode node) {
        long incarnation = firstNode(node);
        if (!MembershipOperations.tryToDeclareDead(node, incarnation)) {
            return "failed: skipped";
        }
        MembershipOperations.releaseAll(node, incarnation, 10, Long.MAX_VALUE);
        return "declared dead";
    }

    private static SceneAction settle(String name, BiConsumer<ProofNode, InFlightDelivery> settlement) {
        return new SceneAction(name, (node, rows) -> {
            settlement.accept(node, rows.received());
            return "settled";
        });
    }

    private static SceneRows deadLetter(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        node.broker.settler().deadLetter(delivery, "reason", null, Map.of());
        return new SceneRows(id, List.of(node.deadLetterQueue(queue), queue), delivery, InterleavingScenes::none);
    }

    private static SceneRows deferred(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        node.broker.settler().defer(delivery, Map.of());
        return new SceneRows(id, List.of(queue), delivery, InterleavingScenes::none);
    }

    private static SceneRows expired(ProofNode node, String id) {
        Entity queue = node.queue(id, EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        node.broker.settler().returnUndelivered(List.of(delivery));
        expireAll(node, queue);
        return new SceneRows(
                id,
                List.of(queue, node.deadLetterQueue(queue), node.queue(target(id))),
                delivery,
                rows -> rows.options(queue));
    }

    private static String target(String id) {
        return id + "-target";
    }

    private static SceneRows expiredDeferred(ProofNode node, String id) {
        SceneRows deferred = deferred(node, id);
        expireAll(node, deferred.queue());
        return deferred;
    }

    private static SceneRows expiredLastValue(ProofNode node, String id) {
        SceneRows value = lastValue(node, id);
        expireAll(node, value.queue());
        return value;
    }

    /** Lets the messages of a queue have an expiry time that has passed. */
    private static void expireAll(ProofNode node, Entity queue) {
        node.execute("UPDATE restante_delivery SET expires_at = 1, due_at = 1 WHERE entity = ?", queue.id());
    }

    private static SceneRows lastValue(ProofNode node, String id) {
        Entity queue = node.queue(id, EntityOptions.DEFAULT.with(QueueOption.LAST_VALUE_KEY, "key"));
        node.broker.sender().send(node.prepare(queue, "a", Map.of("key", "k"), null));
        InFlightDelivery delivery = node.receive(queue);
        node.broker.settler().returnUndelivered(List.of(delivery));
        return new SceneRows(id, List.of(queue), delivery, InterleavingScenes::none);
    }

    private static SceneRows subscription(ProofNode node, String id) {
        Entity topic = node.broker.subscriptions().topic(id, true);
        Entity subscription = TopicOperations.subscription(node, topic, id + "-s");
        return new SceneRows(
                id,
                List.of(subscription, topic),
                null,
                rows -> "rules "
                        + rows.count(
                                "SELECT COUNT(*) FROM restante_subscription_rule r JOIN restante_entity e"
                                        + " ON e.id = r.subscription WHERE r.subscription = ?"
                                        + " AND e.name NOT LIKE '$gone/%'",
                                subscription.id()));
    }

    private static SceneRows branch(ProofNode node, String id) {
        BranchOperations.Queues queues = BranchOperations.Queues.withBranch(node, id);
        node.broker.branches().prepare(BranchOperations.xid(id));
        return new SceneRows(id, List.of(queues.in(), queues.out()), null, InterleavingScenes::none);
    }

    private static String receive(ProofNode node, Entity queue) {
        InFlightDelivery received = node.receiveNoWait(queue);
        if (received == null) {
            return NOTHING;
        }
        node.broker.settler().complete(List.of(received));
        return new String(received.message().body(), StandardCharsets.UTF_8);
    }

    private static MessageAdministration messages(ProofNode node) {
        return node.broker.messageAdministration();
    }

    /** Purges the message by its number, which asks no other node. */
    private static String purge(ProofNode node, SceneRows rows) {
        MessageQuery query = new MessageQuery(EnumSet.allOf(DeliveryStatus.class), null, Set.of(rows.number()), false);
        return String.valueOf(
                messages(node).purge(rows.queue(), query, done -> true).removed());
    }

    private static MessageQuery allUnlocked() {
        return new MessageQuery(EnumSet.complementOf(EnumSet.of(DeliveryStatus.LOCKED)), null, Set.of(), false);
    }

    private static String redrive(ProofNode node, Entity deadLetterQueue) {
        return String.valueOf(messages(node)
                .redrive(deadLetterQueue, new RedriveRequest(allUnlocked(), null, 10, 0), done -> true)
                .moved());
    }

    private static String resubmit(ProofNode node, Entity deadLetterQueue) {
        EditRequest edit = new EditRequest("edited", null, null, null, Map.of());
        return String.valueOf(messages(node)
                .resubmit(deadLetterQueue, new ResubmitRequest(allUnlocked(), null, edit), done -> true)
                .moved());
    }

    private static String undefer(ProofNode node, SceneRows rows) {
        return String.valueOf(messages(node).undefer(rows.queue(), List.of(rows.number())));
    }

    private static String receiveDeferred(ProofNode node, SceneRows rows) {
        List<InFlightDelivery> received = node.broker
                .deferredMessages()
                .receive(rows.queue(), List.of(rows.number()), new ReceiverOptions(ReceiveMode.LOCK_DURATION), null);
        node.broker.settler().complete(received);
        return String.valueOf(received.size());
    }

    private static String sendLastValue(ProofNode node, SceneRows rows, String text) {
        node.broker.sender().send(node.prepare(rows.queue(), text, Map.of("key", "k"), null));
        return "sent";
    }

    private static String sendToTopic(ProofNode node, SceneRows rows) {
        node.send(rows.queues().get(1), "b");
        return "sent";
    }

    private static String addRule(ProofNode node, SceneRows rows) {
        node.broker.topicAdministration().rules().add(rows.queue(), TopicOperations.RED);
        return "added";
    }

    private static String unsubscribe(ProofNode node, SceneRows rows) {
        node.broker.subscriptions().unsubscribe("client", rows.id() + "-s");
        return "unsubscribed";
    }

    private static String deleteTopic(ProofNode node, SceneRows rows) {
        return String.valueOf(node.broker.topicAdministration().deleteTopic(rows.id(), true));
    }

    private interface BranchCall {
        void call(BranchId xid);
    }

    private static String decide(SceneRows rows, BranchCall call) {
        call.call(BranchOperations.xid(rows.id()));
        return "done";
    }
}
