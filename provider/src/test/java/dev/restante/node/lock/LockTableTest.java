package dev.restante.node.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.node.worker.AlarmClock;
import dev.restante.testing.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the lock table")
final class LockTableTest {

    private static final Entity QUEUE = new Entity(1, EntityKind.QUEUE, "q", 0, 2, EntityOptions.DEFAULT, 1);

    private final FakeTime time = new FakeTime();
    private final AlarmClock clock = new AlarmClock("locks", time);
    private final Map<HeldDelivery, Integer> ended = new ConcurrentHashMap<>();
    private final LockTable table =
            new LockTable(time, clock, over -> over.forEach(held -> ended.merge(held, 1, Integer::sum)), held -> {});

    @BeforeEach
    void start() {
        clock.start();
    }

    @AfterEach
    void close() {
        clock.close();
    }

    private HeldDelivery hold(long untilMillis) {
        MessageHead head = new MessageHead(
                null, DestinationName.queue("q"), BodyKind.TEXT, null, null, null, 0, 0, 0, 4, true, Map.of());
        Delivery delivery = new Delivery(
                new DeliveryRef(1, 1, true, 7, 1),
                QUEUE.id(),
                DeliveryState.ACQUIRED,
                4,
                1,
                null,
                10,
                true,
                0,
                0,
                Delivery.NEVER,
                0,
                false,
                null);
        table.holds().ofEntity(QUEUE.id()).enterAnyway();
        return table.hold(QUEUE, delivery, new StoredMessage(1, head, null), true, false, null, untilMillis);
    }

    private void settle() throws InterruptedException {
        Semaphore passed = new Semaphore(0);
        clock.alarm("barrier", passed::release).set(time.millis());
        assertThat(passed.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("RCV-12 a lock ends at its instant, not before, and can't be settled or moved from then on")
    void shouldEndAtItsInstant() throws InterruptedException {
        long now = time.millis();
        HeldDelivery held = hold(now + 10);
        time.advance(Duration.ofMillis(9));
        settle();
        assertThat(held.locked()).isTrue();
        assertThat(table.lockUntil(held, now + 20)).isTrue();
        time.advance(Duration.ofMillis(10));
        settle();
        assertThat(ended).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(table.beginSettling(held))
                .as("whether or not the clock has come round")
                .isFalse();
        assertThat(table.lockUntil(held, now + 90)).isFalse();
        settle();
        assertThat(held.state()).isEqualTo(HeldDelivery.State.LOST);
        assertThat(ended).containsOnlyKeys(held);
        assertThat(table.holds().inFlight(1)).isZero();
    }

    @Test
    @DisplayName("a lock that is being settled can't run out; when the store fails, the lock that was resumes")
    void shouldResume() throws InterruptedException {
        HeldDelivery held = hold(time.millis() + 10);
        assertThat(table.beginSettling(held)).isTrue();
        assertThat(table.beginSettling(held)).isFalse();
        time.advance(Duration.ofMillis(50));
        settle();
        assertThat(held.state()).isEqualTo(HeldDelivery.State.SETTLING);
        table.resumeLock(held);
        settle();
        assertThat(held.state()).isEqualTo(HeldDelivery.State.LOST);
        assertThat(ended).containsOnlyKeys(held);
    }

    @Test
    @DisplayName("VIS-06 of an entity that is gone what is held ends by itself, and who waits for a place looks again")
    void shouldForget() {
        HeldDelivery held = hold(HeldDelivery.UNTIL_SETTLED);
        AtomicInteger woken = new AtomicInteger();
        table.holds().ofEntity(QUEUE.id()).await(woken::incrementAndGet);
        table.holds().forget(QUEUE.id());
        assertThat(woken).hasValue(1);
        assertThat(table.holds().inFlight(QUEUE.id())).isEqualTo(1);
        assertThat(table.beginSettling(held)).isTrue();
        table.endSettling(held, true);
        assertThat(table.holds().counted()).containsOnly(QUEUE.id());
        table.holds().forget(QUEUE.id());
        assertThat(table.holds().counted()).isEmpty();
        assertThat(table.holds().inFlight(QUEUE.id())).isZero();
    }

    @Test
    @DisplayName("a lock without an end never runs out")
    void shouldHoldUntilSettled() throws InterruptedException {
        HeldDelivery held = hold(HeldDelivery.UNTIL_SETTLED);
        time.advance(Duration.ofDays(10_000));
        settle();
        assertThat(table.beginSettling(held)).isTrue();
        table.endSettling(held, true);
        assertThat(held.state()).isEqualTo(HeldDelivery.State.SETTLED);
        assertThat(ended).isEmpty();
    }

    @Test
    @DisplayName("of settling, renewing and running out exactly one wins, however they race")
    void shouldEndEachHoldOnce() throws Exception {
        int threads = 4;
        AtomicInteger settled = new AtomicInteger();
        List<HeldDelivery> all = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            all.add(hold(time.millis() + 1 + i % 50));
        }
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        List<Future<?>> results = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            Random random = new Random(thread);
            results.add(workers.submit(() -> {
                for (HeldDelivery held : all) {
                    switch (random.nextInt(4)) {
                        case 0 -> table.lockUntil(held, time.millis() + random.nextInt(20));
                        case 1 -> {
                            if (table.beginSettling(held)) {
                                if (random.nextBoolean()) {
                                    settled.incrementAndGet();
                                    table.endSettling(held, true);
                                } else {
                                    table.resumeLock(held);
                                }
                            }
                        }
                        case 2 -> time.advance(Duration.ofMillis(random.nextInt(100) == 0 ? 1 : 0));
                        default -> {}
                    }
                }
            }));
        }
        for (Future<?> result : results) {
            result.get();
        }
        workers.shutdown();
        time.advance(Duration.ofDays(1));
        settle();
        assertThat(ended.values()).allMatch(times -> times == 1);
        assertThat(ended.size() + settled.get()).isEqualTo(all.size());
        assertThat(settled.get()).isPositive();
        assertThat(table.holds().inFlight(1)).isZero();
    }
}
