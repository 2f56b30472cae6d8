package dev.restante.proof;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageAdministration.EditRequest;
import dev.restante.broker.MessageAdministration.PurgeResult;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.MessageAdministration.RedriveResult;
import dev.restante.broker.MessageAdministration.ResubmitRequest;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.policy.OptionPolicy;
import dev.restante.option.EntityStatus;
import dev.restante.option.PolicyKind;
import dev.restante.option.QueueOption;
import dev.restante.proof.ProofRun.StoredEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Administration of queues, their messages, policies and settings. */
final class AdministrationOperations {

    private static final MessageQuery ALL =
            new MessageQuery(EnumSet.allOf(DeliveryStatus.class), null, Set.of(), false);

    private AdministrationOperations() {}

    static List<ProofOperation> all() {
        return List.of(
                new ProofOperation("create queue", AdministrationOperations::createQueue),
                new ProofOperation("create queue by use", AdministrationOperations::createQueueByUse),
                new ProofOperation("delete queue", AdministrationOperations::deleteQueue),
                new ProofOperation("create temporary queue", AdministrationOperations::createTemporary),
                new ProofOperation("alter queue", AdministrationOperations::alterQueue),
                new ProofOperation("change options", AdministrationOperations::changeOptions),
                new ProofOperation("change status", AdministrationOperations::changeStatus),
                new ProofOperation("set policy", AdministrationOperations::setPolicy),
                new ProofOperation("remove policy", AdministrationOperations::removePolicy),
                new ProofOperation("set the maximum time to live", AdministrationOperations::setMaximumTimeToLive),
                new ProofOperation("purge", AdministrationOperations::purge),
                new ProofOperation("redrive", (node, id) -> redrive(node, id, AdministrationOperations::redriveAll)),
                new ProofOperation("resubmit", (node, id) -> redrive(node, id, AdministrationOperations::resubmitAll)),
                new ProofOperation("start a redrive job", AdministrationOperations::startRedriveJob),
                new ProofOperation("undefer", AdministrationOperations::undefer),
                new ProofOperation("break lock", AdministrationOperations::breakLock).continuedByNode());
    }

    private static MessageAdministration messages(ProofNode node) {
        return node.broker.messageAdministration();
    }

    private static ProofRun createQueue(ProofNode node, String id) {
        return new ProofRun(() -> node.queue(id), rows -> StoredEffect.of(rows.exists(id)));
    }

    private static ProofRun createQueueByUse(ProofNode node, String id) {
        return new ProofRun(
                () -> node.broker.queueAdministration().cachedQueue(id, true),
                rows -> StoredEffect.of(rows.exists(id)));
    }

    private static ProofRun deleteQueue(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a", "b");
        return new ProofRun(
                () -> node.broker.queueAdministration().delete(queue.name(), true),
                rows -> StoredEffect.of(!rows.exists(id)));
    }

    private static ProofRun createTemporary(ProofNode node, String id) {
        return new ProofRun(
                        () -> node.broker.subscriptions().createTemporary(EntityKind.QUEUE, id),
                        rows -> StoredEffect.of(
                                rows.count(
                                        "SELECT COUNT(*) FROM restante_entity WHERE kind = 1 AND name LIKE ?",
                                        "$Temporary/" + id + "/%"),
                                0L,
                                1L))
                .withoutLastingEffect();
    }

    private static ProofRun alterQueue(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(
                () -> node.broker
                        .queueAdministration()
                        .alter(id, EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 7)),
                rows -> StoredEffect.of(rows.options(queue).contains("maxDeliveryCount=7")));
    }

    private static ProofRun changeOptions(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(
                () -> node.broker.queueAdministration().changeOptions(queue, Map.of("maxDeliveryCount", "7"), Set.of()),
                rows -> StoredEffect.of(rows.options(queue).contains("maxDeliveryCount=7")));
    }

    private static ProofRun changeStatus(ProofNode node, String id) {
        Entity queue = node.queue(id);
        return new ProofRun(
                () -> node.broker.queueAdministration().changeStatus(queue, before -> EntityStatus.DISABLED),
                rows -> StoredEffect.of(rows.options(queue).contains("DISABLED")));
    }

    private static OptionPolicy policy(String id) {
        return new OptionPolicy(
                PolicyKind.QUEUES, id + ".#", 0, EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 7));
    }

    private static StoredEffect policyEffect(StoredRows rows, String id) {
        return StoredEffect.of(rows.count("SELECT COUNT(*) FROM restante_policy WHERE pattern = ?", id + ".#"), 0L, 1L);
    }

    private static ProofRun setPolicy(ProofNode node, String id) {
        return new ProofRun(() -> node.broker.policyAdministration().set(policy(id)), rows -> policyEffect(rows, id));
    }

    private static ProofRun removePolicy(ProofNode node, String id) {
        node.broker.policyAdministration().set(policy(id));
        return new ProofRun(
                () -> node.broker.policyAdministration().remove(PolicyKind.QUEUES, id + ".#"),
                rows -> StoredEffect.of(!policyEffect(rows, id).complete()));
    }

    private static ProofRun setMaximumTimeToLive(ProofNode node, String id) {
        Duration before = node.broker.storeSettings().maximumTimeToLive();
        Duration after = (before == null ? Duration.ofDays(100_000) : before).plusDays(1);
        return new ProofRun(
                        () -> node.broker.storeSettings().setMaximumTimeToLive(after),
                        rows -> StoredEffect.of(
                                rows.count(
                                        "SELECT COUNT(*) FROM restante_setting WHERE setting_value = ?",
                                        after.toString()),
                                0L,
                                1L))
                .withoutLastingEffect();
    }

    private static ProofRun purge(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a", "b", "c");
        return new ProofRun(
                () -> {
                    PurgeResult result = messages(node).purge(queue, ALL, done -> true);
                    PartialEffectException.throwIfCancelled(result.cancelled(), result.removed());
                },
                rows -> new StoredEffect(3 - rows.texts(queue).size(), 3));
    }

    /** Moves three dead letters back to their queue. */
    private static ProofRun redrive(ProofNode node, String id, BiConsumer<ProofNode, Entity> move) {
        Entity queue = node.queue(id);
        node.send(queue, "a", "b", "c");
        for (InFlightDelivery delivery : node.receive(queue, 3)) {
            node.broker.settler().deadLetter(delivery, "reason", null, Map.of());
        }
        Entity deadLetterQueue = node.deadLetterQueue(queue);
        return new ProofRun(() -> move.accept(node, deadLetterQueue), rows -> redriveEffect(rows, queue));
    }

    private static StoredEffect redriveEffect(StoredRows rows, Entity queue) {
        List<String> moved = rows.texts(queue);
        List<String> left = rows.deadLetters(queue);
        List<String> all = new ArrayList<>(moved);
        all.addAll(left);
        all.sort(String::compareTo);
        if (!all.equals(List.of("a", "b", "c"))) {
            throw new AssertionError("a redrive has lost or duplicated messages: " + moved + " and " + left);
        }
        return new StoredEffect(moved.size(), 3);
    }

    private static void redriveAll(ProofNode node, Entity deadLetterQueue) {
        RedriveResult result =
                messages(node).redrive(deadLetterQueue, new RedriveRequest(ALL, null, Long.MAX_VALUE, 0), done -> true);
        PartialEffectException.throwIfCancelled(result.cancelled(), result.moved());
    }

    private static void resubmitAll(ProofNode node, Entity deadLetterQueue) {
        ResubmitRequest request = new ResubmitRequest(ALL, null, new EditRequest(null, null, null, 6, Map.of()));
        RedriveResult result = messages(node).resubmit(deadLetterQueue, request, done -> true);
        PartialEffectException.throwIfCancelled(result.cancelled(), result.moved());
    }

    private static ProofRun startRedriveJob(ProofNode node, String id) {
        Entity queue = node.queue(id);
        // The store keeps only some ended jobs.
        return new ProofRun(
                        () -> node.broker
                                .redriveJobs()
                                .start(
                                        node.deadLetterQueue(queue),
                                        new RedriveRequest(ALL, null, Long.MAX_VALUE, 0),
                                        id),
                        rows -> StoredEffect.of(
                                rows.count("SELECT COUNT(*) FROM restante_redrive_job WHERE requested_by = ?", id),
                                0L,
                                1L))
                .withoutLastingEffect();
    }

    private static ProofRun undefer(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        node.broker.settler().defer(delivery, Map.of());
        return new ProofRun(
                () -> messages(node).undefer(queue, List.of(delivery.sequenceNumber())),
                rows -> StoredEffect.of(rows.only(queue).state() != DeliveryState.DEFERRED));
    }

    private static ProofRun breakLock(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a");
        InFlightDelivery delivery = node.receive(queue);
        return new ProofRun(
                () -> messages(node).breakLock(queue, delivery.sequenceNumber(), Duration.ofSeconds(5)),
                rows -> StoredEffect.of(rows.only(queue).deliveryCount(), 0, 1));
    }
}
