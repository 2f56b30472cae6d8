package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageAdministration.LockBreakOutcome;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("administration of one PostgreSQL store by several nodes")
@Timeout(60)
final class PostgresAdministrationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Set<DeliveryStatus> UNLOCKED =
            Set.of(DeliveryStatus.AVAILABLE, DeliveryStatus.SCHEDULED, DeliveryStatus.DEFERRED, DeliveryStatus.EXPIRED);

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final BrokerFixture fixture = new BrokerFixture(nodes::store);
    private final BrokerNode here = node("here");
    private final BrokerNode there = node("there");

    private BrokerNode node(String name) {
        return nodes.openLively(name, Duration.ofMillis(1_500));
    }

    @AfterEach
    void close() {
        nodes.close();
        fixture.close();
    }

    private Entity queue(String name) {
        return here.queueAdministration().create(name, EntityOptions.DEFAULT);
    }

    private void send(BrokerNode node, Entity queue, String... texts) {
        for (String text : texts) {
            node.sender().send(BrokerFixture.prepared(node, queue, TestMessage.of(text)));
        }
    }

    private static MessageQuery all(Set<DeliveryStatus> statuses) {
        return new MessageQuery(statuses, null, Set.of(), false);
    }

    private long purge(Entity queue, Set<DeliveryStatus> statuses) {
        return here.messageAdministration()
                .purge(queue, all(statuses), done -> true)
                .removed();
    }

    @Test
    @DisplayName("BEY-04 a node breaks its lock on request of another node, and its consumer cannot settle the message")
    void shouldBreakALockOfAnotherNode() {
        Entity queue = queue("q");
        send(here, queue, "m");
        Consumer holder = fixture.consumer(there, queue);
        InFlightDelivery delivery = holder.next();
        holder.close();

        assertThat(here.messageAdministration().breakLock(queue, delivery.sequenceNumber(), PATIENCE))
                .isEqualTo(LockBreakOutcome.BROKEN);
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> there.settler().complete(List.of(delivery)));
        try (Consumer next = fixture.consumer(here, queue)) {
            InFlightDelivery again = next.next();
            assertThat(again.deliveryCount()).isEqualTo(2);
            here.settler().complete(List.of(again));
        }
    }

    @Test
    @DisplayName("BEY-04 a message that another node has prefetched is not locked, and stays prefetched")
    void shouldNotStealFromABuffer() {
        Entity queue = queue("q");
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollOrFetch()).isNull();
        send(there, queue, "a", "b");
        InFlightDelivery first = consumer.next();
        long buffered = here
                .messageAdministration()
                .messages(queue, all(Set.of(DeliveryStatus.values())), null, 10, false)
                .messages()
                .stream()
                .map(message -> message.delivery().id())
                .filter(id -> id != first.sequenceNumber())
                .findFirst()
                .orElseThrow();
        assertThat(here.messageAdministration().breakLock(queue, buffered, PATIENCE))
                .isEqualTo(LockBreakOutcome.NOT_LOCKED);
        InFlightDelivery second = consumer.next();
        assertThat(text(second)).isEqualTo("b");
        there.settler().complete(List.of(first, second));
    }

    @Test
    @DisplayName("BEY-04 a node that does not answer keeps its lock, and the wait is outside the time budget (RCV-19)")
    void shouldTimeOut() {
        Entity queue = queue("q");
        // The clock of this node stands still, so the node never polls.
        BrokerNode paused = fixture.node;
        send(here, queue, "m");
        InFlightDelivery delivery = fixture.consumer(
                        paused, paused.queueAdministration().queue("q", false))
                .next();
        Duration timeout = Duration.ofSeconds(1);
        try (CallTimeBudget unused = CallTimeBudget.start(TimeUnit.MINUTES.toNanos(1))) {
            long beforeNanos = CallTimeBudget.remaining(Long.MAX_VALUE);
            assertThat(here.messageAdministration().breakLock(queue, delivery.sequenceNumber(), timeout))
                    .isEqualTo(LockBreakOutcome.TIMED_OUT);
            assertThat(beforeNanos - CallTimeBudget.remaining(Long.MAX_VALUE)).isLessThan(timeout.toNanos());
        }
        assertThat(here.components()
                        .node
                        .context()
                        .store()
                        .nodeRequests()
                        .pending(paused.components().node.context().incarnation()))
                .isEmpty();
        paused.settler().complete(List.of(delivery));
        assertThat(here.statistics().statistics(queue).inFlight()).isZero();
    }

    @Test
    @DisplayName("BEY-10 a node executes a purge of an older node whose selector it would not accept itself")
    void shouldPurgeByStoredSelectors() throws SelectorSyntaxException {
        // The clock of this node stands still, so the node would answer no purge.
        fixture.node.close();
        Entity queue = queue("q");
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollOrFetch()).isNull();
        send(there, queue, "held", "b", "c");
        InFlightDelivery held = consumer.next();
        MessageQuery older = new MessageQuery(UNLOCKED, Selector.parseStored("AMQSize IS NULL"), Set.of(), false);
        assertThat(here.messageAdministration()
                        .purge(queue, older, done -> true)
                        .removed())
                .isEqualTo(2);
        there.settler().complete(List.of(held));
    }

    @Test
    @DisplayName("BEY-03 BEY-04 a purge or redrive includes earlier messages of a node whose clock is ahead")
    void shouldReachWhatIsAheadOfTheClock() {
        // The clock of this node stands still, so the node would answer no purge.
        fixture.node.close();
        Entity queue = queue("q");
        Entity dead = here.queueAdministration().queue("q" + DestinationName.DEAD_LETTER_SUFFIX, false);
        FastClock fast = new FastClock();
        BrokerNode ahead = nodes.open(SharedNodes.lively("ahead", Duration.ofMinutes(10)), fast);
        fast.aheadMillis = 5_000;

        send(ahead, queue, "purged");
        assertThat(purge(queue, UNLOCKED)).isEqualTo(1);
        ahead.sender()
                .send(BrokerFixture.prepared(
                        ahead, queue, TestMessage.of("scheduled").delay(Duration.ofMinutes(1))));
        assertThat(purge(queue, UNLOCKED)).isEqualTo(1);

        send(ahead, queue, "dead");
        try (Consumer consumer = fixture.consumer(ahead, queue)) {
            ahead.settler().deadLetter(consumer.next(), "Because", null, Map.of());
        }
        assertThat(here.messageAdministration()
                        .redrive(
                                dead,
                                new MessageAdministration.RedriveRequest(all(UNLOCKED), null, Long.MAX_VALUE, 0),
                                done -> true)
                        .moved())
                .isEqualTo(1);
    }

    /** System clock that goes ahead after it was measured. */
    private static final class FastClock implements MachineClock {
        private volatile long aheadMillis;

        @Override
        public long wallMillis() {
            return SYSTEM.wallMillis() + aheadMillis;
        }

        @Override
        public long monotonicMillis() {
            return SYSTEM.monotonicMillis() + aheadMillis;
        }

        @Override
        public long realWaitMillis(long monotonicMillis) {
            return SYSTEM.realWaitMillis(monotonicMillis);
        }

        @Override
        public boolean replacesStoreClock() {
            return false;
        }

        @Override
        public void onAdjusted(Runnable listener) {
            SYSTEM.onAdjusted(listener);
        }
    }

    @Test
    @DisplayName("BEY-04 a queue with a waiting receiver on another node is deleted only by force")
    void shouldKnowReceiversElsewhere() {
        Entity queue = queue("q");
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        eventually("the other node announced that its receiver waits", () -> !here.components()
                .node
                .context()
                .store()
                .membership()
                .otherNodes(here.components().node.context().incarnation())
                .waitingFor()
                .isEmpty());
        assertRefused(BrokerErrorReason.ENTITY_IN_USE, () -> here.queueAdministration()
                .delete("q", false));
        assertThat(here.queueAdministration().delete("q", true)).isTrue();
        eventually("the receiver learns that its queue is deleted", () -> {
            try {
                consumer.receiver.pollOrFetch();
                return false;
            } catch (BrokerException gone) {
                return gone.reason() == BrokerErrorReason.ENTITY_NOT_FOUND;
            }
        });
    }

    @Test
    @DisplayName("BEY-04 if two nodes create a queue or topic at the same time, one of them succeeds")
    void shouldLetOneNodeCreate() throws Exception {
        EntityOptions seven = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 7);
        EntityOptions eight = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 8);
        for (int round = 0; round < 20; round++) {
            String name = "q" + round;
            int winner = race(
                    () -> here.queueAdministration().create(name, seven).id(),
                    () -> there.queueAdministration().create(name, eight).id());
            assertThat(here.queueAdministration().queue(name, false).options().maxDeliveryCount())
                    .isEqualTo(7 + winner);
            race(
                    () -> here.topicAdministration()
                            .createTopic(name, EntityOptions.DEFAULT)
                            .id(),
                    () -> there.topicAdministration()
                            .createTopic(name, EntityOptions.DEFAULT)
                            .id());
        }
    }

    private interface Creation {
        long run();
    }

    /** Runs two creations at once, and checks that one fails. Returns the index of the successful one. */
    private static int race(Creation one, Creation other) throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        List<CompletableFuture<Boolean>> attempts = new ArrayList<>();
        for (Creation creation : List.of(one, other)) {
            attempts.add(CompletableFuture.supplyAsync(() -> {
                try {
                    together.await();
                    return creation.run() > 0;
                } catch (BrokerException refused) {
                    assertThat(refused.reason()).isEqualTo(BrokerErrorReason.ENTITY_INVALID);
                    return false;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }));
        }
        boolean first = attempts.get(0).get(10, TimeUnit.SECONDS);
        assertThat(attempts.get(1).get(10, TimeUnit.SECONDS)).isNotEqualTo(first);
        return first ? 0 : 1;
    }

    @Test
    @DisplayName("BEY-04, TTL-10 altered options apply to open senders and receivers of other nodes after a heartbeat")
    void shouldAlterForAll() {
        Entity queue = queue("q");
        Entity graveyard = queue("graveyard");
        Consumer consumer = fixture.consumer(there, queue);
        EntityOptions options = EntityOptions.DEFAULT
                .with(QueueOption.LOCK_DURATION, Duration.ofHours(1))
                .with(QueueOption.MAX_DELIVERY_COUNT, 2)
                .with(new RedeliveryBackOff(Duration.ofMillis(200), 1, Duration.ofMillis(200), 0))
                .with(QueueOption.DUPLICATE_DETECTION_WINDOW, Duration.ofMinutes(1))
                .with(QueueOption.DEAD_LETTER_TO, "graveyard");
        here.queueAdministration().alter("q", options);
        eventually(
                "node there knows the altered options",
                () -> consumer.receiver.entity().options().equals(options));
        Map<String, ?> id = Map.of("JMS_Restante_DuplicateId", "same");
        for (int i = 0; i < 2; i++) {
            there.sender()
                    .send(BrokerFixture.prepared(
                            there, queue, TestMessage.of("m").properties(id)));
        }
        InFlightDelivery delivery = consumer.next();
        assertThat(delivery.lockedUntilMillis() - there.time().storeMillis()).isGreaterThan(3_000_000);
        there.settler().abandon(delivery, Map.of(), null);
        assertThat(there.statistics().statistics(queue).scheduled()).isEqualTo(1);
        there.settler().abandon(consumer.next(), Map.of(), null);
        eventually(
                "the message is dead-lettered",
                () -> here.statistics().statistics(graveyard).available() == 1);
        assertThat(consumer.receiver.pollOrFetch()).isNull();

        send(there, queue, "mortal");
        here.queueAdministration()
                .alter(
                        "q",
                        options.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMillis(50))
                                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        eventually(
                "the message of node there has expired",
                () -> here.statistics().statistics(graveyard).available() == 2);
    }

    @Test
    @DisplayName("BEY-03 a message goes either to the redrive of one node or to a receiver of another node")
    void shouldRedriveBesideReceiversElsewhere() throws Exception {
        Entity queue = queue("q");
        Entity dead = here.queueAdministration().queue("q" + DestinationName.DEAD_LETTER_SUFFIX, false);
        int count = 200;
        try (Consumer consumer = fixture.consumer(here, queue)) {
            for (int i = 0; i < count; i++) {
                send(here, queue, "m" + i);
                here.settler().deadLetter(consumer.next(), "Because", null, Map.of());
            }
        }
        List<String> seen = new ArrayList<>();
        Consumer graveyard = fixture.consumer(there, dead);
        CompletableFuture<Long> redriving = CompletableFuture.supplyAsync(() -> here.messageAdministration()
                .redrive(
                        dead,
                        new MessageAdministration.RedriveRequest(all(UNLOCKED), null, Long.MAX_VALUE, 1_000),
                        done -> true)
                .moved());
        for (int i = 0; i < 30; i++) {
            InFlightDelivery delivery = graveyard.receiver.pollOrFetch();
            if (delivery != null) {
                seen.add(text(delivery));
                there.settler().complete(List.of(delivery));
            }
        }
        long moved = redriving.get(30, TimeUnit.SECONDS);
        graveyard.close();
        for (long left = here.statistics().statistics(dead).available();
                left > 0;
                left = here.statistics().statistics(dead).available()) {
            moved += here.messageAdministration()
                    .redrive(
                            dead,
                            new MessageAdministration.RedriveRequest(all(UNLOCKED), null, Long.MAX_VALUE, 0),
                            done -> true)
                    .moved();
        }
        assertThat(moved + seen.size()).isEqualTo(count);
        try (Consumer consumer = fixture.consumer(here, queue)) {
            for (long i = 0; i < moved; i++) {
                InFlightDelivery back = consumer.next();
                seen.add(text(back));
                here.settler().complete(List.of(back));
            }
            assertThat(consumer.receiver.pollOrFetch()).isNull();
        }
        assertThat(seen).hasSize(count).doesNotHaveDuplicates();
    }
}
