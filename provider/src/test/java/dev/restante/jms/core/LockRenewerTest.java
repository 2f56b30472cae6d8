package dev.restante.jms.core;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.broker.DeliverySettler;
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
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.testing.FakeClock;
import dev.restante.testing.OffsetSystemClock;
import dev.restante.testing.TestClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the timer that renews locks")
final class LockRenewerTest {

    private static final Entity QUEUE = new Entity(1, EntityKind.QUEUE, "q", 0, 2, EntityOptions.DEFAULT, 1);

    private static final long LOCK_MILLIS = 30_000;

    /** Locks of a node and a timer of a connection, by one clock. */
    private static final class Locks implements AutoCloseable {
        final TestClock time;
        final LockRegistry registry;
        final LockRenewer renewer;
        final AtomicInteger tries = new AtomicInteger();
        private final NodeScheduler scheduler;
        private long nextId = 1;

        Locks(TestClock time, @Nullable Duration configured) {
            this.time = time;
            scheduler = new NodeScheduler("locks", time);
            registry = new LockRegistry(time, scheduler, over -> {}, delivery -> {});
            renewer = new LockRenewer(settler(), time, configured);
            scheduler.start();
        }

        /** Returns a settler that only renews, for the lock duration of the queue. */
        private DeliverySettler settler() {
            return (DeliverySettler) Proxy.newProxyInstance(
                    LockRenewerTest.class.getClassLoader(),
                    new Class<?>[] {DeliverySettler.class},
                    (proxy, method, arguments) -> {
                        assertThat(method.getName()).isEqualTo("renewAutomatically");
                        long until = time.monotonicMillis() + LOCK_MILLIS;
                        boolean renewed = registry.renewAutomatically(
                                (InFlightDelivery) arguments[0], until, (Boolean) arguments[1]);
                        tries.incrementAndGet();
                        return renewed ? Instant.ofEpochMilli(until) : null;
                    });
        }

        InFlightDelivery lock(long lockMillis) {
            MessageHeader header = new MessageHeader(
                    null, DestinationName.queue("q"), BodyKind.TEXT, null, null, null, 0, 0, 0, 4, true, Map.of());
            Delivery delivery = new Delivery(
                    new DeliveryRef(nextId++, 1, true, 7, 1),
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
            registry.inFlight().of(QUEUE.id()).addUnchecked();
            return registry.lock(
                    QUEUE,
                    delivery,
                    new StoredMessage(1, header, null),
                    true,
                    false,
                    null,
                    time.monotonicMillis() + lockMillis);
        }

        @Override
        public void close() {
            renewer.close();
            scheduler.close();
        }
    }

    @Test
    @DisplayName("RCV-05 settled messages do not stay in memory until their renewal is due")
    void shouldForgetSettledMessages() {
        try (Locks locks = new Locks(new FakeClock(), null)) {
            for (int i = 0; i < 1_000; i++) {
                InFlightDelivery delivery = locks.lock(LOCK_MILLIS);
                locks.renewer.keepRenewed(delivery, true);
                assertThat(locks.registry.beginSettling(delivery)).isTrue();
                locks.registry.endSettling(delivery, true);
            }
            assertThat(locks.renewer.waitingRenewals()).isPositive().isLessThanOrEqualTo(32);
        }
    }

    @Test
    @DisplayName(
            "RCV-05 a lock is renewed after a settlement that the store rejected, even if its renewal was due then")
    void shouldRenewAfterAFailedSettlement() {
        FakeClock time = new FakeClock();
        try (Locks locks = new Locks(time, null)) {
            InFlightDelivery delivery = locks.lock(LOCK_MILLIS);
            locks.renewer.keepRenewed(delivery, true);
            long end = delivery.lockedUntilMonotonicMillis();
            assertThat(locks.registry.beginSettling(delivery)).isTrue();
            time.advance(Duration.ofSeconds(16));
            eventually("a renewal was tried", () -> locks.tries.get() == 1);
            eventually("it is tried again", () -> locks.renewer.waitingRenewals() == 1);
            locks.registry.resumeLock(delivery);
            time.advance(Duration.ofSeconds(8));
            eventually("the lock is renewed", () -> delivery.lockedUntilMonotonicMillis() > end);
        }
    }

    @Test
    @DisplayName("RCV-05 a lock that ends sooner than earlier ones is renewed in time, by a real clock")
    void shouldRenewShortLocksInTime() {
        try (Locks locks = new Locks(new OffsetSystemClock(), Duration.ofMinutes(1))) {
            InFlightDelivery usual = locks.lock(LOCK_MILLIS);
            locks.renewer.keepRenewed(usual, false);
            eventually("the thread waits", LockRenewerTest::renewalsWait);
            InFlightDelivery sooner = locks.lock(1_000);
            long end = sooner.lockedUntilMonotonicMillis();
            locks.renewer.keepRenewed(sooner, false);
            eventually("the lock is renewed", () -> sooner.lockedUntilMonotonicMillis() > end);
        }
    }

    private static boolean renewalsWait() {
        List<Thread> renewals = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("restante-lock-renewals"))
                .toList();
        return !renewals.isEmpty() && renewals.stream().allMatch(JmsContract::isWaiting);
    }

    @Test
    @DisplayName("RCV-05 a maximum of zero renews nothing, and null renews only where the session mode wants it")
    void shouldRenewOnlyIfWanted() {
        try (Locks none = new Locks(new FakeClock(), Duration.ZERO);
                Locks byMode = new Locks(new FakeClock(), null)) {
            none.renewer.keepRenewed(none.lock(LOCK_MILLIS), true);
            assertThat(none.renewer.waitingRenewals()).isZero();
            byMode.renewer.keepRenewed(byMode.lock(LOCK_MILLIS), false);
            assertThat(byMode.renewer.waitingRenewals()).isZero();
            byMode.renewer.keepRenewed(byMode.lock(LOCK_MILLIS), true);
            assertThat(byMode.renewer.waitingRenewals()).isEqualTo(1);
        }
    }
}
