package dev.restante.node.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.testing.FakeClock;
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

@DisplayName("the lock registry")
final class LockRegistryTest {

    private static final Entity QUEUE = new Entity(1, EntityKind.QUEUE, "q", 0, 2, EntityOptions.DEFAULT, 1);

    private final FakeClock time = new FakeClock();
    private final NodeScheduler scheduler = new NodeScheduler("locks", time);
    private final Map<InFlightDelivery, Integer> ended = new ConcurrentHashMap<>();
    private final LockRegistry table = new LockRegistry(
            time, scheduler, over -> over.forEach(delivery -> ended.merge(delivery, 1, Integer::sum)), delivery -> {});

    @BeforeEach
    void start() {
        scheduler.start();
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    private InFlightDelivery lock(long untilMillis) {
        MessageHeader header = new MessageHeader(
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
        table.inFlight().of(QUEUE.id()).addUnchecked();
        return table.lock(QUEUE, delivery, new StoredMessage(1, header, null), true, false, null, untilMillis);
    }

    private void awaitDueTasks() throws InterruptedException {
        Semaphore passed = new Semaphore(0);
        scheduler.task("barrier", passed::release).scheduleAt(time.storeMillis());
        assertThat(passed.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("RCV-12 a lock ends exactly at its instant, after which it can be neither settled nor renewed")
    void shouldEndAtItsInstant() throws InterruptedException {
        long now = time.storeMillis();
        InFlightDelivery delivery = lock(now + 10);
        time.advance(Duration.ofMillis(9));
        awaitDueTasks();
        assertThat(delivery.locked()).isTrue();
        assertThat(table.setLockEnd(delivery, now + 20)).isTrue();
        time.advance(Duration.ofMillis(10));
        awaitDueTasks();
        assertThat(ended).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(table.beginSettling(delivery))
                .as("settlement of an expired lock, even before its timer runs")
                .isFalse();
        assertThat(table.setLockEnd(delivery, now + 90)).isFalse();
        awaitDueTasks();
        assertThat(delivery.state()).isEqualTo(InFlightDelivery.InFlightState.LOST);
        assertThat(ended).containsOnlyKeys(delivery);
        assertThat(table.inFlight().inFlight(1)).isZero();
    }

    @Test
    @DisplayName("RCV-05 a timer moves the end of a lock, but by default not after the application has moved it")
    void shouldKeepTheChosenEnd() {
        long now = time.storeMillis();
        InFlightDelivery delivery = lock(now + 10);
        assertThat(table.renewAutomatically(delivery, now + 20, false)).isTrue();
        assertThat(delivery.lockChosen()).isFalse();
        assertThat(table.setLockEnd(delivery, now + 5)).isTrue();
        assertThat(delivery.lockChosen()).isTrue();
        assertThat(table.renewAutomatically(delivery, now + 30, false)).isFalse();
        assertThat(delivery.lockedUntilMonotonicMillis()).isEqualTo(now + 5);
        assertThat(table.renewAutomatically(delivery, now + 30, true)).isTrue();
        assertThat(delivery.lockedUntilMonotonicMillis()).isEqualTo(now + 30);
    }

    @Test
    @DisplayName("a lock does not expire during settlement, and runs on if the settlement fails")
    void shouldResume() throws InterruptedException {
        InFlightDelivery delivery = lock(time.storeMillis() + 10);
        assertThat(table.beginSettling(delivery)).isTrue();
        assertThat(table.beginSettling(delivery)).isFalse();
        time.advance(Duration.ofMillis(50));
        awaitDueTasks();
        assertThat(delivery.state()).isEqualTo(InFlightDelivery.InFlightState.SETTLING);
        table.resumeLock(delivery);
        awaitDueTasks();
        assertThat(delivery.state()).isEqualTo(InFlightDelivery.InFlightState.LOST);
        assertThat(ended).containsOnlyKeys(delivery);
    }

    @Test
    @DisplayName("VIS-06 the deletion of an entity wakes waiters, and its deliveries in flight can still be settled")
    void shouldForget() {
        InFlightDelivery delivery = lock(InFlightDelivery.UNTIL_SETTLED);
        AtomicInteger woken = new AtomicInteger();
        table.inFlight().of(QUEUE.id()).addWaiting(woken::incrementAndGet);
        table.inFlight().removeEntity(QUEUE.id());
        assertThat(woken).hasValue(1);
        assertThat(table.inFlight().inFlight(QUEUE.id())).isEqualTo(1);
        assertThat(table.beginSettling(delivery)).isTrue();
        table.endSettling(delivery, true);
        assertThat(table.inFlight().countedEntityIds()).containsOnly(QUEUE.id());
        table.inFlight().removeEntity(QUEUE.id());
        assertThat(table.inFlight().countedEntityIds()).isEmpty();
        assertThat(table.inFlight().inFlight(QUEUE.id())).isZero();
    }

    @Test
    @DisplayName("a lock without an end never expires")
    void shouldHoldUntilSettled() throws InterruptedException {
        InFlightDelivery delivery = lock(InFlightDelivery.UNTIL_SETTLED);
        time.advance(Duration.ofDays(10_000));
        awaitDueTasks();
        assertThat(table.beginSettling(delivery)).isTrue();
        table.endSettling(delivery, true);
        assertThat(delivery.state()).isEqualTo(InFlightDelivery.InFlightState.SETTLED);
        assertThat(ended).isEmpty();
    }

    @Test
    @DisplayName("a lock ends exactly once, even if settlement, renewal and expiry race")
    void shouldEndEachHoldOnce() throws Exception {
        int threads = 4;
        AtomicInteger settled = new AtomicInteger();
        List<InFlightDelivery> all = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            all.add(lock(time.storeMillis() + 1 + i % 50));
        }
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        List<Future<?>> results = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            Random random = new Random(thread);
            results.add(workers.submit(() -> {
                for (InFlightDelivery delivery : all) {
                    switch (random.nextInt(4)) {
                        case 0 -> table.setLockEnd(delivery, time.storeMillis() + random.nextInt(20));
                        case 1 -> {
                            if (table.beginSettling(delivery)) {
                                if (random.nextBoolean()) {
                                    settled.incrementAndGet();
                                    table.endSettling(delivery, true);
                                } else {
                                    table.resumeLock(delivery);
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
        awaitDueTasks();
        assertThat(ended.values()).allMatch(times -> times == 1);
        assertThat(ended.size() + settled.get()).isEqualTo(all.size());
        assertThat(settled.get()).isPositive();
        assertThat(table.inFlight().inFlight(1)).isZero();
    }
}
