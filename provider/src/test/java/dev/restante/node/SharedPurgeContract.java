package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration.PurgeResult;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.EntityHighWaterMark;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.admin.message.MessagePurger;
import dev.restante.node.core.NodeContext;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.NodeRequestRepository.NodeRequest;
import dev.restante.testing.CapturedLog;
import dev.restante.testing.FakeClock;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Purges of messages that other nodes have acquired or keep in memory. */
@Timeout(60)
abstract class SharedPurgeContract {

    private static final Set<DeliveryStatus> EVERY = EnumSet.allOf(DeliveryStatus.class);
    private static final Set<DeliveryStatus> UNLOCKED = EnumSet.complementOf(EnumSet.of(DeliveryStatus.LOCKED));

    private static final Duration SILENT_LEASE = Duration.ofDays(500_000);

    private final SharedNodes nodes;
    private final BrokerFixture fixture;
    private final BrokerNode here;
    private final BrokerNode there;
    private final Entity queue;

    SharedPurgeContract(SharedServer server) {
        nodes = new SharedNodes(server);
        fixture = new BrokerFixture(nodes::store);
        // The clock of this node stands still, so the node answers no request.
        fixture.node.close();
        here = node("here");
        there = node("there");
        queue = here.queueAdministration().create("q", EntityOptions.DEFAULT);
    }

    private BrokerNode node(String name) {
        return nodes.openLively(name, Duration.ofSeconds(15));
    }

    @AfterEach
    void close() {
        nodes.close();
        fixture.close();
    }

    private static MessageQuery query(Set<DeliveryStatus> statuses, @Nullable String selector) {
        try {
            return new MessageQuery(statuses, selector == null ? null : Selector.parse(selector), Set.of(), false);
        } catch (SelectorSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static PurgeResult purge(BrokerNode node, Entity queue, MessageQuery query) {
        return node.messageAdministration().purge(queue, query, done -> true);
    }

    private long purge(Set<DeliveryStatus> statuses) {
        return purge(here, queue, query(statuses, null)).removed();
    }

    /** Returns a consumer that waits, so that its node keeps non-persistent messages in memory. */
    private Consumer waitingConsumer(BrokerNode node) {
        return waitingConsumer(node, queue);
    }

    private Consumer waitingConsumer(BrokerNode node, Entity entity) {
        Consumer consumer = fixture.consumer(node, entity);
        assertThat(consumer.receiver.pollOrFetch()).isNull();
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        return consumer;
    }

    private void sendInMemory(BrokerNode node, String... texts) {
        sendInMemory(node, queue, texts);
    }

    /** Sends non-persistent messages with the text both in the body and in a property, for selectors. */
    private void sendInMemory(BrokerNode node, Entity entity, String... texts) {
        for (String text : texts) {
            TestMessage message = TestMessage.of(text).nonPersistent().properties(Map.of("text", text));
            node.sender().send(BrokerFixture.prepared(node, entity, message));
        }
        assertThat(context(here).store().inspector().hasDeliveries(entity.id())).isFalse();
        awaitLaterIds(node);
    }

    /** Waits until the clock of this node, which may differ by some milliseconds, has passed the clock of a sender. */
    private void awaitLaterIds(BrokerNode sender) {
        long lastId = context(sender).ids().next();
        eventually(
                "the clock of this node has passed the sends",
                () -> context(here).ids().next() > lastId);
    }

    private static NodeContext context(BrokerNode node) {
        return node.components().node.context();
    }

    private List<NodeRequest> pending(BrokerNode node) {
        return context(here).store().nodeRequests().pending(context(node).incarnation());
    }

    @Test
    @DisplayName("BEY-04 a purge removes messages prefetched by other nodes, and those in flight if it breaks locks")
    void shouldPurgeElsewhere() {
        Consumer consumer = waitingConsumer(there);
        for (String text : List.of("held", "b", "c", "d")) {
            there.sender().send(BrokerFixture.prepared(there, queue, TestMessage.of(text)));
        }
        InFlightDelivery delivery = consumer.next();
        assertThat(purge(UNLOCKED)).isEqualTo(3);
        assertThat(consumer.receiver.pollOrFetch()).isNull();
        eventually(
                "the other node has reported its message in flight",
                () -> here.statistics().statistics(queue).inFlight() == 1);
        assertThat(purge(EVERY)).isEqualTo(1);
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> there.settler().complete(List.of(delivery)));
        assertThat(context(here).store().inspector().hasDeliveries(queue.id())).isFalse();
    }

    @Test
    @DisplayName("BEY-04 SND-05 a purge also removes and counts messages that other nodes have only in memory")
    void shouldPurgeTheMemoryOfEachNode() {
        BrokerNode third = node("third");
        Consumer consumerThere = waitingConsumer(there);
        Consumer consumerOfThird = waitingConsumer(third);
        sendInMemory(there, "a", "b");
        sendInMemory(third, "c", "d", "e");

        assertThat(purge(UNLOCKED)).isEqualTo(5);

        assertThat(consumerThere.receiver.pollOrFetch()).isNull();
        assertThat(consumerOfThird.receiver.pollOrFetch()).isNull();
        eventually(
                "the nodes have reported that they have no messages",
                () -> here.statistics().statistics(queue).available() == 0);
    }

    @Test
    @DisplayName("BEY-04 SND-05 a purge by a selector keeps other messages that another node has only in memory")
    void shouldSelectInMemory() {
        Consumer consumer = waitingConsumer(there);
        sendInMemory(there, "a", "b", "c");
        assertThat(purge(here, queue, query(UNLOCKED, "text <> 'b'")).removed()).isEqualTo(2);
        assertThat(text(consumer.next())).isEqualTo("b");
        assertThat(consumer.receiver.pollOrFetch()).isNull();
    }

    @Test
    @DisplayName(
            "BEY-04 SND-05 a purge breaks a lock of another node on a message in memory only if it includes locked")
    void shouldBreakLocksInMemory() {
        Consumer consumer = waitingConsumer(there);
        sendInMemory(there, "held", "broken");
        InFlightDelivery held = consumer.next();
        InFlightDelivery broken = consumer.next();
        assertThat(purge(UNLOCKED)).isZero();
        assertThat(purge(here, queue, query(EVERY, "text = 'broken'")).removed())
                .isEqualTo(1);
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> there.settler().complete(List.of(broken)));
        there.settler().complete(List.of(held));
    }

    @Test
    @DisplayName("BEY-04 SND-05 a purge keeps messages that another node got into its memory after the purge began")
    void shouldKeepLaterMessagesInMemory() {
        Consumer consumer = waitingConsumer(there);
        sendInMemory(there, "earlier");
        EntityHighWaterMark begin = here.messageAdministration().highWaterMark(queue);
        eventually(
                "the clock of the other node has passed the begin",
                () -> context(there).ids().next() > begin.firstLaterId());
        sendInMemory(there, "later");
        assertThat(purge(here, queue, query(UNLOCKED, null).upTo(begin)).removed())
                .isEqualTo(1);
        assertThat(text(consumer.next())).isEqualTo("later");
    }

    @Test
    @DisplayName("BEY-04 SND-05 a purge of a dead-letter queue removes messages that another node has only in memory")
    void shouldPurgeDeadLettersInMemory() {
        Entity dead = here.queueAdministration().queue("q" + DestinationName.DEAD_LETTER_SUFFIX, false);
        Consumer consumer = waitingConsumer(there, dead);
        sendInMemory(there, dead, "a");
        assertThat(purge(here, dead, query(UNLOCKED, null)).removed()).isEqualTo(1);
        assertThat(consumer.receiver.pollOrFetch()).isNull();
    }

    @Test
    @DisplayName("BEY-04 a purge of scheduled messages asks no node, and keeps available messages in memory")
    void shouldNotAskForScheduledMessages() {
        Consumer consumer = waitingConsumer(there);
        sendInMemory(there, "a");
        assertThat(purge(Set.of(DeliveryStatus.SCHEDULED, DeliveryStatus.DEFERRED, DeliveryStatus.EXPIRED)))
                .isZero();
        assertThat(text(consumer.next())).isEqualTo("a");
    }

    @Test
    @DisplayName("BEY-04 a node that does not answer in time keeps its messages, and the log of the purge names it")
    void shouldTellWhichNodesAreSilent() {
        BrokerNode silent = silent("silent");
        Consumer kept = waitingConsumer(silent);
        waitingConsumer(there);
        sendInMemory(silent, "kept");
        sendInMemory(there, "a", "b");
        try (CapturedLog log = new CapturedLog(MessagePurger.class)) {
            assertThat(purge(here, queue, query(UNLOCKED, null))).isEqualTo(new PurgeResult(2, false));
            assertThat(log.linesOfOwner()).singleElement().satisfies(line -> assertThat(line)
                    .contains("WARN", "'q'", "silent")
                    .doesNotContain("there"));
        }
        assertThat(pending(silent)).isEmpty();
        assertThat(text(kept.next())).isEqualTo("kept");
    }

    @Test
    @DisplayName("BEY-04 a purge asks all nodes at once, and an interrupt ends its wait")
    void shouldAskAllNodesAtOnce() throws Exception {
        BrokerNode patient = patient();
        List<BrokerNode> silent = List.of(silent("one"), silent("two"));
        CompletableFuture<PurgeResult> result = new CompletableFuture<>();
        Thread purging = new Thread(
                () -> result.completeAsync(() -> purge(patient, queue, query(UNLOCKED, null)), Runnable::run));
        purging.start();
        eventually("both nodes have a request", () -> silent.stream()
                .noneMatch(node -> pending(node).isEmpty()));
        purging.interrupt();
        assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo(new PurgeResult(0, true));
        assertThat(silent).allSatisfy(node -> assertThat(pending(node)).isEmpty());
    }

    @Test
    @DisplayName("BEY-04 a purge waits for no dead node")
    void shouldNotWaitForDeadNodes() {
        BrokerNode patient = patient();
        silent("dead");
        // Their heartbeats would remove the dead node.
        here.close();
        there.close();
        long leaseUntilMillis = FakeClock.START_MILLIS + SILENT_LEASE.toMillis();
        assertThat(context(patient).store().membership().declareDead(leaseUntilMillis, leaseUntilMillis + 1))
                .hasSize(1);
        assertThat(purge(patient, queue, query(UNLOCKED, null))).isEqualTo(new PurgeResult(0, false));
    }

    @Test
    @DisplayName("BEY-04 a purge of a topic waits for no other node, because no node acquires messages of a topic")
    void shouldNotWaitForATopic() {
        BrokerNode patient = patient();
        silent("silent");
        Entity topic = here.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        assertThat(purge(patient, topic, query(UNLOCKED, null))).isEqualTo(new PurgeResult(0, false));
    }

    /** Opens a node whose clock stands still, so that it answers no request. */
    private BrokerNode silent(String name) {
        return nodes.add(BrokerNode.open(nodes.store(), SharedNodes.lively(name, SILENT_LEASE), fixture.time));
    }

    /** Opens a node that waits for answers without a bound, and rarely has a heartbeat. */
    private BrokerNode patient() {
        BrokerSettings lively = SharedNodes.lively("patient", Duration.ofDays(1));
        return nodes.open(
                new BrokerSettings(
                        lively.nodeName(),
                        lively.lease(),
                        lively.storeTimeout(),
                        Duration.ofDays(1_000),
                        lively.maxMessageBytes(),
                        lively.maxLargeBodyBytes(),
                        lively.prefetchBytes()),
                MachineClock.SYSTEM);
    }
}
