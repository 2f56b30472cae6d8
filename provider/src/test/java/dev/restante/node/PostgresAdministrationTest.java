package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageAdministration.LockBreak;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
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

@DisplayName("administration of one PostgreSQL by several nodes")
@Timeout(60)
final class PostgresAdministrationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Set<Standing> UNLOCKED =
            Set.of(Standing.AVAILABLE, Standing.SCHEDULED, Standing.DEFERRED, Standing.EXPIRED);

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
            node.sending().send(BrokerFixture.prepared(node, queue, Mail.of(text)));
        }
    }

    private static MessageQuery all(Set<Standing> standings) {
        return new MessageQuery(standings, null, Set.of(), false);
    }

    private long purge(Entity queue, Set<Standing> standings) {
        return here.messageAdministration()
                .purge(queue, all(standings), done -> true)
                .removed();
    }

    @Test
    @DisplayName(
            "BEY-04 a lock that another node holds is broken by that node: the message is available, counted, and its holder can't settle")
    void shouldBreakALockOfAnotherNode() {
        Entity queue = queue("q");
        send(here, queue, "m");
        Consumer holder = fixture.consumer(there, queue);
        HeldDelivery held = holder.next();
        holder.close();

        assertThat(here.messageAdministration().breakLock(queue, held.sequenceNumber(), PATIENCE))
                .isEqualTo(LockBreak.BROKEN);
        assertRefused(Reason.LOCK_LOST, () -> there.settlement().complete(List.of(held)));
        try (Consumer next = fixture.consumer(here, queue)) {
            HeldDelivery again = next.next();
            assertThat(again.deliveryCount()).isEqualTo(2);
            here.settlement().complete(List.of(again));
        }
    }

    @Test
    @DisplayName("BEY-04 what another node has in its buffer is not locked, and stays there")
    void shouldNotStealFromABuffer() {
        Entity queue = queue("q");
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollNow()).isNull();
        send(there, queue, "a", "b");
        HeldDelivery first = consumer.next();
        long buffered = here
                .messageAdministration()
                .page(queue, all(Set.of(Standing.values())), null, 10, false)
                .messages()
                .stream()
                .map(message -> message.delivery().id())
                .filter(id -> id != first.sequenceNumber())
                .findFirst()
                .orElseThrow();
        assertThat(here.messageAdministration().breakLock(queue, buffered, PATIENCE))
                .isEqualTo(LockBreak.NOT_LOCKED);
        HeldDelivery second = consumer.next();
        assertThat(text(second)).isEqualTo("b");
        there.settlement().complete(List.of(first, second));
    }

    @Test
    @DisplayName("BEY-04 a node that does not answer keeps its lock, and does nothing later")
    void shouldTimeOut() {
        Entity queue = queue("q");
        // The clock of this node stands still, so it never polls.
        BrokerNode paused = fixture.node;
        send(here, queue, "m");
        HeldDelivery held = fixture.consumer(
                        paused, paused.queueAdministration().queue("q", false))
                .next();
        assertThat(here.messageAdministration().breakLock(queue, held.sequenceNumber(), Duration.ofMillis(300)))
                .isEqualTo(LockBreak.TIMED_OUT);
        assertThat(here.parts()
                        .context
                        .store()
                        .requests()
                        .asked(paused.parts().context.incarnation()))
                .isEmpty();
        paused.settlement().complete(List.of(held));
        assertThat(here.statistics().of(queue).inFlight()).isZero();
    }

    @Test
    @DisplayName(
            "BEY-04 a purge reaches what other nodes have in their buffers, and only where locks are broken what they have handed out")
    void shouldPurgeElsewhere() {
        Entity queue = queue("q");
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollNow()).isNull();
        send(there, queue, "held", "b", "c", "d");
        HeldDelivery held = consumer.next();
        assertThat(purge(queue, UNLOCKED)).isEqualTo(3);
        assertThat(consumer.receiver.pollNow()).isNull();
        eventually("the other has told", () -> here.statistics().of(queue).inFlight() == 1);
        assertThat(purge(queue, Set.of(Standing.values()))).isEqualTo(1);
        assertRefused(Reason.LOCK_LOST, () -> there.settlement().complete(List.of(held)));
        assertThat(here.parts().context.store().inspector().anyOf(queue.id())).isFalse();
    }

    @Test
    @DisplayName(
            "BEY-03 BEY-04 what was sent by a node whose clock is ahead was there too when a purge or redrive began")
    void shouldReachWhatIsAheadOfTheClock() {
        Entity queue = queue("q");
        Entity dead = here.queueAdministration().queue("q" + DestinationName.DEAD_LETTER_SUFFIX, false);
        FastClock fast = new FastClock();
        BrokerNode ahead = nodes.open(SharedNodes.lively("ahead", Duration.ofMinutes(10)), fast);
        fast.aheadMillis = 5_000;

        send(ahead, queue, "purged");
        assertThat(purge(queue, UNLOCKED)).isEqualTo(1);
        ahead.sending()
                .send(BrokerFixture.prepared(ahead, queue, Mail.of("scheduled").delay(Duration.ofMinutes(1))));
        assertThat(purge(queue, UNLOCKED)).isEqualTo(1);

        send(ahead, queue, "dead");
        try (Consumer consumer = fixture.consumer(ahead, queue)) {
            ahead.settlement().deadLetter(consumer.next(), "Because", null, Map.of());
        }
        assertThat(here.messageAdministration()
                        .redrive(
                                dead,
                                new MessageAdministration.Redrive(all(UNLOCKED), null, Long.MAX_VALUE, 0),
                                done -> true)
                        .moved())
                .isEqualTo(1);
    }

    /** The system's clock, which gets ahead after it was measured. */
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
        public long realMillis(long monotonicMillis) {
            return SYSTEM.realMillis(monotonicMillis);
        }

        @Override
        public boolean replacesMeasurement() {
            return false;
        }

        @Override
        public void onMove(Runnable listener) {
            SYSTEM.onMove(listener);
        }
    }

    @Test
    @DisplayName("BEY-04 a queue for which a receiver of another node waits is deleted by force only")
    void shouldKnowReceiversElsewhere() {
        Entity queue = queue("q");
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.poll()).isNull();
        eventually("it says that it waits", () -> !here.parts()
                .context
                .store()
                .membership()
                .others(here.parts().context.incarnation())
                .waitingFor()
                .isEmpty());
        assertRefused(Reason.ENTITY_IN_USE, () -> here.queueAdministration().delete("q", false));
        assertThat(here.queueAdministration().delete("q", true)).isTrue();
        eventually("it finds out", () -> {
            try {
                consumer.receiver.pollNow();
                return false;
            } catch (BrokerException gone) {
                return gone.reason() == Reason.ENTITY_NOT_FOUND;
            }
        });
    }

    @Test
    @DisplayName("BEY-04 of two nodes that create a queue, topic or subscription at once, one does")
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

    /** Runs two creations at once; returns which of them succeeded, the other must be refused. */
    private static int race(Creation one, Creation other) throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        List<CompletableFuture<Boolean>> attempts = new ArrayList<>();
        for (Creation creation : List.of(one, other)) {
            attempts.add(CompletableFuture.supplyAsync(() -> {
                try {
                    together.await();
                    return creation.run() > 0;
                } catch (BrokerException refused) {
                    assertThat(refused.reason()).isEqualTo(Reason.ENTITY_INVALID);
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
    @DisplayName(
            "BEY-04, TTL-10 what one node alters holds on the others after their next heartbeat, for senders and receivers that are open")
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
        eventually("there knows", () -> consumer.receiver.entity().options().equals(options));
        Map<String, ?> id = Map.of("JMS_Restante_DuplicateId", "same");
        for (int i = 0; i < 2; i++) {
            there.sending()
                    .send(BrokerFixture.prepared(there, queue, Mail.of("m").properties(id)));
        }
        HeldDelivery held = consumer.next();
        assertThat(held.lockedUntilMillis() - there.time().millis()).isGreaterThan(3_000_000);
        there.settlement().abandon(held, Map.of(), null);
        assertThat(there.statistics().of(queue).scheduled()).isEqualTo(1);
        there.settlement().abandon(consumer.next(), Map.of(), null);
        eventually("dead-lettered", () -> here.statistics().of(graveyard).available() == 1);
        assertThat(consumer.receiver.pollNow()).isNull();

        send(there, queue, "mortal");
        here.queueAdministration()
                .alter(
                        "q",
                        options.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofMillis(50))
                                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        eventually("expired there", () -> here.statistics().of(graveyard).available() == 2);
    }

    @Test
    @DisplayName("BEY-03 a redrive by one node and the receivers of another never both have a message, nor neither")
    void shouldRedriveBesideReceiversElsewhere() throws Exception {
        Entity queue = queue("q");
        Entity dead = here.queueAdministration().queue("q" + DestinationName.DEAD_LETTER_SUFFIX, false);
        int count = 200;
        try (Consumer consumer = fixture.consumer(here, queue)) {
            for (int i = 0; i < count; i++) {
                send(here, queue, "m" + i);
                here.settlement().deadLetter(consumer.next(), "Because", null, Map.of());
            }
        }
        List<String> seen = new ArrayList<>();
        Consumer graveyard = fixture.consumer(there, dead);
        CompletableFuture<Long> redriving = CompletableFuture.supplyAsync(() -> here.messageAdministration()
                .redrive(
                        dead,
                        new MessageAdministration.Redrive(all(UNLOCKED), null, Long.MAX_VALUE, 1_000),
                        done -> true)
                .moved());
        for (int i = 0; i < 30; i++) {
            HeldDelivery held = graveyard.receiver.pollNow();
            if (held != null) {
                seen.add(text(held));
                there.settlement().complete(List.of(held));
            }
        }
        long moved = redriving.get(30, TimeUnit.SECONDS);
        graveyard.close();
        for (long left = here.statistics().of(dead).available();
                left > 0;
                left = here.statistics().of(dead).available()) {
            moved += here.messageAdministration()
                    .redrive(
                            dead,
                            new MessageAdministration.Redrive(all(UNLOCKED), null, Long.MAX_VALUE, 0),
                            done -> true)
                    .moved();
        }
        assertThat(moved + seen.size()).isEqualTo(count);
        try (Consumer consumer = fixture.consumer(here, queue)) {
            for (long i = 0; i < moved; i++) {
                HeldDelivery back = consumer.next();
                seen.add(text(back));
                here.settlement().complete(List.of(back));
            }
            assertThat(consumer.receiver.pollNow()).isNull();
        }
        assertThat(seen).hasSize(count).doesNotHaveDuplicates();
    }
}
