package dev.restante.proof;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration.PurgeResult;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.SendRequest;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.option.CatchUpPolicy;
import dev.restante.option.QueueOption;
import dev.restante.proof.ProofRun.StoredEffect;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Operations of optional features. */
final class FeatureOperations {

    private FeatureOperations() {}

    static List<ProofOperation> all() {
        return List.of(
                new ProofOperation("send repeatedly", FeatureOperations::sendRepeatedly),
                new ProofOperation("send with a duplicate id", FeatureOperations::sendWithDuplicateId),
                new ProofOperation("send a last value", FeatureOperations::sendLastValue),
                new ProofOperation("send in a group", FeatureOperations::sendInGroup),
                new ProofOperation("put the state of a group", FeatureOperations::putGroupState),
                new ProofOperation("record a receive attempt", FeatureOperations::recordReceiveAttempt),
                new ProofOperation("cancel a scheduled message", FeatureOperations::cancelScheduled),
                new ProofOperation("delete temporary queue", FeatureOperations::deleteTemporary),
                new ProofOperation("remove a duplicate id", FeatureOperations::removeDuplicateId));
    }

    private static ProofRun sendRepeatedly(ProofNode node, String id) {
        Entity queue = node.queue(id);
        long hour = TimeUnit.HOURS.toMillis(1);
        RepeatedSendSchedule schedule =
                new RepeatedSendSchedule(node.broker.nowMillis(), hour, hour, 3, null, null, CatchUpPolicy.ONE);
        return new ProofRun(
                () -> node.broker.sender().send(node.prepare(queue, "a", Map.of(), schedule)),
                rows -> StoredEffect.of(
                        rows.messages(queue).stream()
                                .map(message -> message.state())
                                .toList(),
                        List.of(),
                        List.of(DeliveryState.REPEATING)));
    }

    private static Entity queueWithDuplicateDetection(ProofNode node, String id) {
        return node.queue(id, EntityOptions.DEFAULT.with(QueueOption.DUPLICATE_DETECTION_WINDOW, Duration.ofHours(1)));
    }

    private static PreparedSend withDuplicateId(ProofNode node, Entity queue) {
        return node.prepare(queue, "a", Map.of(SendRequest.DUPLICATE_ID, "1"), null);
    }

    private static long duplicateIds(StoredRows rows, Entity queue) {
        return rows.count("SELECT COUNT(*) FROM restante_duplicate_id WHERE entity = ?", queue.id());
    }

    private static ProofRun sendWithDuplicateId(ProofNode node, String id) {
        Entity queue = queueWithDuplicateDetection(node, id);
        return new ProofRun(
                () -> node.broker.sender().send(withDuplicateId(node, queue)),
                rows -> StoredEffect.of(
                        List.of((long) rows.texts(queue).size(), duplicateIds(rows, queue)),
                        List.of(0L, 0L),
                        List.of(1L, 1L)));
    }

    private static ProofRun removeDuplicateId(ProofNode node, String id) {
        Entity queue = queueWithDuplicateDetection(node, id);
        node.broker.sender().send(withDuplicateId(node, queue));
        return new ProofRun(
                () -> node.broker.queueAdministration().removeDuplicateId(queue, "1"),
                rows -> StoredEffect.of(duplicateIds(rows, queue), 1L, 0L));
    }

    private static ProofRun sendLastValue(ProofNode node, String id) {
        Entity queue = node.queue(id, EntityOptions.DEFAULT.with(QueueOption.LAST_VALUE_KEY, "key"));
        node.broker.sender().send(node.prepare(queue, "a", Map.of("key", "k"), null));
        return new ProofRun(
                () -> node.broker.sender().send(node.prepare(queue, "b", Map.of("key", "k"), null)),
                rows -> StoredEffect.of(rows.texts(queue).contains("b")));
    }

    private static ProofRun sendInGroup(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(
                () -> node.broker.sender().send(node.prepare(queue, "a", Map.of("JMSXGroupID", "g"), null)),
                rows -> StoredEffect.of(rows.texts(queue), List.of(), List.of("a")));
    }

    private static ProofRun putGroupState(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(
                        () -> {
                            MessageGroup group = node.broker.messageGroups().accept(queue, "g");
                            try {
                                group.putState(new byte[] {7});
                            } finally {
                                group.close();
                            }
                        },
                        rows -> StoredEffect.of(rows.count(
                                        "SELECT COUNT(*) FROM restante_message_group"
                                                + " WHERE entity = ? AND state IS NOT NULL",
                                        queue.id())
                                == 1))
                .ofSeveralCalls();
    }

    private static ProofRun recordReceiveAttempt(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        ReceiveAttempts attempts = node.broker.receiveAttempts();
        return new ProofRun(
                () -> {
                    if (!attempts.record(queue, "attempt", List.of(delivery), List.of())) {
                        throw new AssertionError("another attempt was recorded");
                    }
                },
                rows -> StoredEffect.of(
                        rows.count("SELECT COUNT(*) FROM restante_receive_attempt WHERE entity = ?", queue.id()),
                        0L,
                        1L));
    }

    private static ProofRun cancelScheduled(ProofNode node, String id) {
        Entity queue = node.queue(id);
        PreparedSend send = node.prepare(queue, "a", TimeUnit.HOURS.toMillis(1));
        node.broker.sender().send(send);
        MessageQuery scheduled = new MessageQuery(
                EnumSet.of(DeliveryStatus.SCHEDULED),
                null,
                Set.of(send.delivery().id()),
                false);
        return new ProofRun(
                () -> {
                    PurgeResult result = node.broker.messageAdministration().purge(queue, scheduled, done -> true);
                    PartialEffectException.throwIfCancelled(result.cancelled(), result.removed());
                },
                rows -> StoredEffect.of(rows.texts(queue), List.of("a"), List.of()));
    }

    private static ProofRun deleteTemporary(ProofNode node, String id) {
        Entity temporary = node.broker.subscriptions().createTemporary(EntityKind.QUEUE, id);
        node.send(temporary, "a");
        return new ProofRun(
                () -> node.broker.subscriptions().deleteTemporary(temporary),
                rows -> StoredEffect.of(!rows.exists(temporary.name())));
    }
}
