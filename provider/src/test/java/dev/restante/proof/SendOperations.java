package dev.restante.proof;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.LargeBody;
import dev.restante.option.QueueOption;
import dev.restante.proof.ProofRun.StoredEffect;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Sends and local transactions. */
final class SendOperations {

    /** Size of a large body of several chunks. */
    private static final int LARGE_BYTES = 3 << 20;

    private SendOperations() {}

    static List<ProofOperation> all() {
        return List.of(
                new ProofOperation("send", SendOperations::send),
                new ProofOperation("send again", SendOperations::sendAgain),
                new ProofOperation("send with a delay", SendOperations::sendDelayed),
                new ProofOperation("send without waiting", SendOperations::sendAsync),
                new ProofOperation("send to a topic", SendOperations::sendToTopic),
                new ProofOperation("send to a queue that forwards", SendOperations::sendForwarded),
                new ProofOperation("send a large body", SendOperations::sendLargeBody),
                new ProofOperation("commit", SendOperations::commit),
                new ProofOperation("commit again", SendOperations::commitAgain),
                new ProofOperation("roll back", SendOperations::rollback).continuedByNode());
    }

    private static ProofRun send(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(
                () -> node.send(queue, "a"), rows -> StoredEffect.of(rows.texts(queue), List.of(), List.of("a")));
    }

    /** Sends to a queue that the node has used before, so that PostgreSQL gets all statements together. */
    private static ProofRun sendAgain(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        return new ProofRun(
                () -> node.send(queue, "b"),
                rows -> StoredEffect.of(rows.texts(queue), List.of("a"), List.of("a", "b")));
    }

    private static ProofRun sendDelayed(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(
                () -> node.broker.sender().send(node.prepare(queue, "a", TimeUnit.HOURS.toMillis(1))),
                rows -> StoredEffect.of(
                        rows.messages(queue).stream()
                                .map(message -> message.state())
                                .toList(),
                        List.of(),
                        List.of(DeliveryState.SCHEDULED)));
    }

    private static ProofRun sendAsync(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(
                () -> {
                    CompletableFuture<Boolean> completion = new CompletableFuture<>();
                    node.broker.sender().sendAsync(node.prepare(queue, "a"), failure -> {
                        if (failure == null) {
                            completion.complete(true);
                        } else {
                            completion.completeExceptionally(failure);
                        }
                    });
                    join(completion);
                },
                rows -> StoredEffect.of(rows.texts(queue), List.of(), List.of("a")));
    }

    private static void join(CompletableFuture<Boolean> completion) {
        try {
            boolean unused = completion.orTimeout(1, TimeUnit.MINUTES).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof BrokerException failure ? failure : e;
        }
    }

    private static ProofRun sendToTopic(ProofNode node, String id) {
        Entity topic = node.broker.subscriptions().topic(id, true);
        Entity first = TopicOperations.subscription(node, topic, id + "-1");
        Entity second = TopicOperations.subscription(node, topic, id + "-2");
        return new ProofRun(
                () -> node.send(topic, "a"),
                rows -> StoredEffect.of(
                        List.of(rows.texts(first), rows.texts(second)),
                        List.of(List.of(), List.of()),
                        List.of(List.of("a"), List.of("a"))));
    }

    private static ProofRun sendForwarded(ProofNode node, String id) {
        Entity target = node.queue(id + "-target");
        Entity queue = node.queue(id, EntityOptions.DEFAULT.with(QueueOption.FORWARD_TO, target.name()));
        return new ProofRun(
                () -> node.send(queue, "a"), rows -> StoredEffect.of(rows.texts(target), List.of(), List.of("a")));
    }

    private static ProofRun sendLargeBody(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(() -> sendLargeBody(node, queue), rows -> {
            long referenced = rows.count(
                    "SELECT COUNT(*) FROM restante_large_body_reference r WHERE EXISTS (SELECT 1 FROM"
                            + " restante_large_body b WHERE b.id = r.body) AND EXISTS (SELECT 1 FROM"
                            + " restante_delivery d WHERE d.message = r.message AND d.entity = ?)",
                    queue.id());
            return StoredEffect.of(
                    List.of((long) rows.messages(queue).size(), referenced), List.of(0L, 0L), List.of(1L, 1L));
        });
    }

    private static void sendLargeBody(ProofNode node, Entity queue) {
        try {
            LargeBody body =
                    node.broker.largeBodyStorage().store(queue, new ByteArrayInputStream(new byte[LARGE_BYTES]));
            PreparedSend send = node.prepareLargeBody(queue, body);
            try {
                node.broker.sender().send(send);
            } finally {
                node.broker.largeBodyStorage().sendEnded(send);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProofRun commit(ProofNode node, String id) {
        Entity in = node.queue(id + "-in");
        Entity out = node.queue(id + "-out");
        node.send(in, "a");
        InFlightDelivery received = node.receive(in);
        return new ProofRun(
                () -> commit(node, List.of(received), node.prepare(out, "b"), node.prepare(out, "c")),
                rows -> StoredEffect.of(
                        List.of(rows.texts(in), rows.texts(out)),
                        List.of(List.of("a"), List.of()),
                        List.of(List.of(), List.of("b", "c"))),
                // The failure has released the message.
                () -> commit(node, node.receive(in, 1), node.prepare(out, "b"), node.prepare(out, "c")));
    }

    /** Commits with queues that the node has used before, so that PostgreSQL gets all statements together. */
    private static ProofRun commitAgain(ProofNode node, String id) {
        Entity in = node.queue(id + "-in");
        Entity out = node.queue(id + "-out");
        node.send(out, "a");
        node.send(in, "b", "c");
        List<InFlightDelivery> received = node.receive(in, 2);
        return new ProofRun(
                () -> commit(node, received, node.prepare(out, "d"), node.prepare(out, "e")),
                rows -> StoredEffect.of(
                        List.of(rows.texts(in), rows.texts(out)),
                        List.of(List.of("b", "c"), List.of("a")),
                        List.of(List.of(), List.of("a", "d", "e"))),
                // The failure has released the messages.
                () -> commit(node, node.receive(in, 2), node.prepare(out, "d"), node.prepare(out, "e")));
    }

    private static void commit(ProofNode node, List<InFlightDelivery> received, PreparedSend... sends) {
        UnitOfWork unit = node.broker.newUnitOfWork();
        received.forEach(unit::complete);
        for (PreparedSend send : sends) {
            unit.send(send);
        }
        unit.commit();
    }

    private static ProofRun rollback(ProofNode node, String id) {
        Entity in = node.queue(id + "-in");
        Entity out = node.queue(id + "-out");
        node.send(in, "a");
        InFlightDelivery received = node.receive(in);
        UnitOfWork unit = node.broker.newUnitOfWork();
        unit.complete(received);
        unit.send(node.prepare(out, "b"));
        return new ProofRun(unit::rollback, rows -> {
            if (!rows.texts(out).isEmpty()) {
                throw new AssertionError("a rolled-back send took effect: " + rows.texts(out));
            }
            return StoredEffect.of(rows.only(in).deliveryCount(), 0, 1);
        });
    }
}
