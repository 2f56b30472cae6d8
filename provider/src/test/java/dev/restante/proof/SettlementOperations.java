package dev.restante.proof;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.proof.ProofRun.StoredEffect;
import dev.restante.proof.StoredRows.StoredText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Receives and settlements. */
final class SettlementOperations {

    private SettlementOperations() {}

    static List<ProofOperation> all() {
        return List.of(
                new ProofOperation("receive", SettlementOperations::receive),
                new ProofOperation("receive and delete", SettlementOperations::receiveAndDelete),
                new ProofOperation("receive deferred", SettlementOperations::receiveDeferred),
                settlement(
                        "complete",
                        (node, delivery) -> node.broker.settler().complete(List.of(delivery)),
                        rows -> rows.texts(),
                        List.of("a"),
                        List.of()),
                settlement(
                        "abandon",
                        (node, delivery) -> node.broker.settler().abandon(delivery, Map.of(), null),
                        SettledRows::deliveryCount,
                        0,
                        1),
                settlement(
                                "release",
                                (node, delivery) -> node.broker.settler().release(List.of(delivery)),
                                SettledRows::deliveryCount,
                                0,
                                1)
                        .continuedByNode(),
                settlement(
                        "dead-letter",
                        (node, delivery) -> node.broker.settler().deadLetter(delivery, "reason", null, Map.of()),
                        rows -> List.of(rows.texts(), rows.rows().deadLetters(rows.queue())),
                        List.of(List.of("a"), List.of()),
                        List.of(List.of(), List.of("a"))),
                settlement(
                        "defer",
                        (node, delivery) -> node.broker.settler().defer(delivery, Map.of()),
                        rows -> rows.only().state() == DeliveryState.DEFERRED,
                        false,
                        true),
                new ProofOperation("complete many", SettlementOperations::completeMany),
                new ProofOperation("return undelivered", SettlementOperations::returnUndelivered).continuedByNode(),
                new ProofOperation(
                        "renew",
                        (node, id) -> keptLock(
                                node, id, delivery -> node.broker.settler().renew(delivery))),
                new ProofOperation(
                        "change visibility",
                        (node, id) -> keptLock(node, id, delivery -> node.broker
                                .settler()
                                .changeVisibility(delivery, Duration.ofHours(1)))));
    }

    /** Rows of the queue whose only message is settled. */
    private record SettledRows(StoredRows rows, Entity queue) {
        List<String> texts() {
            return rows.texts(queue);
        }

        StoredText only() {
            return rows.only(queue);
        }

        int deliveryCount() {
            return only().deliveryCount();
        }
    }

    /** Creates the settlement of one message, which changes a property of the rows from one value to another. */
    private static <T> ProofOperation settlement(
            String name,
            BiConsumer<ProofNode, InFlightDelivery> settle,
            Function<SettledRows, T> property,
            T before,
            T after) {
        BiFunction<ProofNode, String, ProofRun> prepare = (node, id) -> {
            Entity queue = node.queue(id);
            node.send(queue, "a");
            InFlightDelivery delivery = node.receive(queue);
            return new ProofRun(
                    () -> settle.accept(node, delivery),
                    rows -> StoredEffect.of(property.apply(new SettledRows(rows, queue)), before, after));
        };
        return new ProofOperation(name, prepare);
    }

    private static ProofRun completeMany(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a", "b", "c");
        List<InFlightDelivery> deliveries = node.receive(queue, 3);
        return new ProofRun(
                () -> node.broker.settler().complete(deliveries),
                rows -> StoredEffect.of(rows.texts(queue), List.of("a", "b", "c"), List.of()));
    }

    private static ProofRun returnUndelivered(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        return new ProofRun(() -> node.broker.settler().returnUndelivered(List.of(delivery)), rows -> {
            StoredText only = rows.only(queue);
            if (only.deliveryCount() != 0) {
                throw new AssertionError("a message that was not delivered has a delivery count: " + only);
            }
            return StoredEffect.of(!only.owned());
        });
    }

    /** Creates an operation on a lock, after which the message must still be there and can be completed. */
    private static ProofRun keptLock(ProofNode node, String id, Function<InFlightDelivery, Object> change) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        Runnable completion = () -> node.broker.settler().complete(List.of(delivery));
        return new ProofRun(
                () -> {
                    Object unused = change.apply(delivery);
                    completion.run();
                },
                rows -> StoredEffect.of(rows.texts(queue), List.of("a"), List.of()),
                completion);
    }

    /**
     * Receives and completes a message. A failure of the receive must leave the message receivable. A failure of the
     * completion leaves it locked for the caller, who completes it again.
     */
    private static ProofRun receive(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        List<InFlightDelivery> received = new ArrayList<>();
        return new ProofRun(
                () -> {
                    if (received.isEmpty()) {
                        received.add(node.receive(queue));
                    }
                    node.broker.settler().complete(received);
                },
                rows -> StoredEffect.of(rows.texts(queue), List.of("a"), List.of()));
    }

    /**
     * Receives a message that the store removes first. If the answer is lost, the message is lost too, which is what
     * this mode promises: at most once.
     */
    private static ProofRun receiveAndDelete(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        return new ProofRun(
                () -> node.receive(queue, 1, ReceiveMode.RECEIVE_AND_DELETE),
                rows -> StoredEffect.of(rows.texts(queue), List.of("a"), List.of()));
    }

    private static ProofRun receiveDeferred(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        node.broker.settler().defer(delivery, Map.of());
        long number = delivery.sequenceNumber();
        List<InFlightDelivery> received = new ArrayList<>();
        return new ProofRun(
                        () -> {
                            if (received.isEmpty()) {
                                received.addAll(node.broker
                                        .deferredMessages()
                                        .receive(
                                                queue,
                                                List.of(number),
                                                new ReceiverOptions(ReceiveMode.LOCK_DURATION),
                                                null));
                            }
                            if (received.size() != 1) {
                                // The node still returns the message of a receive without an answer.
                                throw new BrokerException(
                                        BrokerErrorReason.STORE_UNAVAILABLE, "The deferred message was not received.");
                            }
                            node.broker.settler().complete(received);
                        },
                        rows -> StoredEffect.of(rows.texts(queue), List.of("a"), List.of()))
                .ofSeveralCalls();
    }
}
