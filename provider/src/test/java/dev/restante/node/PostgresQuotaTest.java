package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUp;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import dev.restante.store.Store;
import dev.restante.testing.FakeTime;
import dev.restante.testing.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the quota of messages in flight, over several nodes on PostgreSQL")
final class PostgresQuotaTest {

    private static final Duration LEASE = Duration.ofSeconds(15);

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);

    private BrokerNode node() {
        return node(LEASE, MachineClock.SYSTEM);
    }

    private BrokerNode node(Duration lease, MachineClock clock) {
        BrokerSettings defaults = BrokerSettings.defaults("node");
        return nodes.open(
                new BrokerSettings(
                        "node",
                        lease,
                        Duration.ofSeconds(20),
                        Duration.ofMillis(50),
                        defaults.maxMessageBytes(),
                        1L << 30,
                        defaults.bufferBytes()),
                clock);
    }

    @AfterEach
    void close() {
        nodes.close();
    }

    private static Entity queue(BrokerNode node, int quota, int messages) {
        Entity queue = node.queueAdministration()
                .create(
                        "q",
                        EntityOptions.DEFAULT
                                .with(QueueOption.MAX_IN_FLIGHT, quota)
                                .with(QueueOption.LOCK_DURATION, Duration.ofHours(1))
                                .with(QueueOption.MAX_DELIVERY_COUNT, 1_000));
        for (int i = 0; i < messages; i++) {
            node.sending().send(BrokerFixture.prepared(node, queue, Mail.of("m" + i)));
        }
        return queue;
    }

    private static Receiver receiver(BrokerNode node, Entity queue) {
        return receiver(node, queue, () -> {});
    }

    private static Receiver receiver(BrokerNode node, Entity queue, WakeUp wakeUp) {
        return node.openReceiver(queue, new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), wakeUp);
    }

    private static HeldDelivery next(Receiver receiver) {
        HeldDelivery[] next = new HeldDelivery[1];
        eventually("a message comes", () -> (next[0] = receiver.poll()) != null);
        return next[0];
    }

    private static void complete(BrokerNode node, HeldDelivery held) {
        node.settlement().complete(List.of(held));
    }

    private long places(String condition) throws SQLException {
        try (Connection connection = DriverManager.getConnection(nodes.url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COALESCE(SUM(places), 0) FROM restante_quota_share WHERE " + condition)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @DisplayName(
            "VIS-12, VIS-06 is the entity's: two nodes have no more than it together, and what one settles the other gets")
    void shouldHoldOverAllNodes() throws SQLException {
        BrokerNode one = node();
        BrokerNode two = node();
        Entity queue = queue(one, 3, 10);
        Receiver here = receiver(one, queue);
        List<HeldDelivery> held = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            held.add(next(here));
        }
        Receiver there = receiver(two, queue);
        assertRefused(there);
        assertThat(there.poll()).isNull();
        assertThat(places("TRUE")).isEqualTo(3);
        here.pause();
        complete(one, held.remove(0));
        HeldDelivery passed = next(there);
        assertThat(there.poll()).isNull();
        complete(two, passed);
        held.forEach(each -> complete(one, each));
        for (int i = 0; i < 3; i++) {
            next(there);
        }
        assertThat(places("TRUE")).isEqualTo(3);
    }

    /** What receivers without a message wait for: their own wake-up, or the end that another of them has seen. */
    private static final class Wakening {
        private final List<Semaphore> waiting = new ArrayList<>();

        Semaphore one() {
            Semaphore semaphore = new Semaphore(0);
            waiting.add(semaphore);
            return semaphore;
        }

        void all() {
            waiting.forEach(Semaphore::release);
        }
    }

    private static void runAll(List<Callable<Void>> works, Duration patience) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(works.size());
        try {
            for (Future<Void> end : threads.invokeAll(works, patience.toMillis(), TimeUnit.MILLISECONDS)) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @DisplayName("VIS-12 a quota of one on four nodes, all of them busy, starves none")
    void shouldStarveNobody() throws Exception {
        BrokerNode first = node();
        Entity queue = queue(first, 1, 40);
        List<BrokerNode> all = List.of(first, node(), node(), node());
        Set<BrokerNode> served = ConcurrentHashMap.newKeySet();
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Wakening wakening = new Wakening();
        List<Callable<Void>> works = new ArrayList<>();
        for (BrokerNode node : all) {
            Semaphore wakeUps = wakening.one();
            Receiver receiver = receiver(node, queue, wakeUps::release);
            works.add(() -> {
                // Released, so that none of them ever runs out of messages before all have been served.
                while (served.size() < all.size()) {
                    HeldDelivery held = receiver.poll();
                    if (held == null) {
                        wakeUps.acquire();
                        continue;
                    }
                    most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                    served.add(node);
                    inFlight.decrementAndGet();
                    node.settlement().abandon(held, Map.of(), null);
                }
                receiver.pause();
                wakening.all();
                return null;
            });
        }
        runAll(works, Duration.ofSeconds(60));
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("VIS-12 under load the messages in flight on all nodes are never more than the quota")
    void shouldNeverExceed() throws Exception {
        int quota = 5;
        int messages = 600;
        BrokerNode first = node();
        Entity queue = queue(first, quota, messages);
        List<BrokerNode> all = List.of(first, node(), node());
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger completed = new AtomicInteger();
        Wakening wakening = new Wakening();
        List<Callable<Void>> works = new ArrayList<>();
        for (BrokerNode node : all) {
            for (int i = 0; i < 2; i++) {
                Semaphore wakeUps = wakening.one();
                Receiver receiver = receiver(node, queue, wakeUps::release);
                Random random = new Random(works.size());
                works.add(() -> {
                    List<HeldDelivery> held = new ArrayList<>();
                    while (completed.get() < messages) {
                        HeldDelivery next = receiver.poll();
                        if (next != null) {
                            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                            held.add(next);
                        }
                        if (!held.isEmpty() && (next == null || random.nextInt(3) == 0)) {
                            HeldDelivery settled = held.remove(random.nextInt(held.size()));
                            inFlight.decrementAndGet();
                            if (random.nextInt(10) == 0) {
                                node.settlement().abandon(settled, Map.of(), null);
                            } else {
                                complete(node, settled);
                                completed.incrementAndGet();
                            }
                        } else if (next == null) {
                            wakeUps.acquire();
                        }
                    }
                    wakening.all();
                    return null;
                });
            }
        }
        runAll(works, Duration.ofSeconds(90));
        assertThat(most.get()).isLessThanOrEqualTo(quota);
        assertThat(completed).hasValue(messages);
        assertThat(places("TRUE")).isLessThanOrEqualTo(quota);
    }

    @Test
    @DisplayName("VIS-12, RCV-13 the share of a node that has died returns with its locks, and that of one that closes")
    void shouldReturnWithTheLocks() throws SQLException {
        FakeTime stands = new FakeTime();
        BrokerNode paused = node(Duration.ofMillis(900), stands);
        Entity queue = queue(paused, 2, 6);
        Receiver zombie = receiver(paused, queue);
        next(zombie);
        next(zombie);
        assertThat(places("TRUE")).isEqualTo(2);

        BrokerNode other = node(Duration.ofMillis(1_500), MachineClock.SYSTEM);
        Receiver there = receiver(other, queue);
        HeldDelivery first = next(there);
        HeldDelivery second = next(there);
        assertThat(there.poll()).isNull();
        assertThat(places("TRUE")).isEqualTo(2);
        complete(other, first);
        complete(other, second);
        other.close();
        assertThat(places("TRUE")).isZero();
    }

    @Test
    @DisplayName("VIS-12, BEY-04 a quota that is lowered or raised while messages are in flight holds over all nodes")
    void shouldFollowTheOption() throws SQLException {
        BrokerNode one = node(Duration.ofSeconds(3), MachineClock.SYSTEM);
        BrokerNode two = node(Duration.ofSeconds(3), MachineClock.SYSTEM);
        Entity queue = queue(one, 4, 20);
        Receiver here = receiver(one, queue);
        Receiver there = receiver(two, queue);
        List<HeldDelivery> ofOne = new ArrayList<>(List.of(next(here), next(here)));
        List<HeldDelivery> ofTwo = new ArrayList<>(List.of(next(there), next(there)));
        assertThat(here.poll()).isNull();
        assertThat(there.poll()).isNull();

        EntityOptions options = queue.options();
        two.queueAdministration().alter("q", options.with(QueueOption.MAX_IN_FLIGHT, 1));
        eventually(
                "the other node has heard of it",
                () -> one.parts().context.registry().current(queue).options().maxInFlight() == 1);
        complete(one, ofOne.remove(0));
        complete(two, ofTwo.remove(0));
        complete(two, ofTwo.remove(0));
        eventually("all but one place is given back", () -> placesOrFail() == 1);
        assertThat(here.poll()).isNull();
        assertThat(there.poll()).isNull();
        complete(one, ofOne.remove(0));
        here.pause();
        next(there);
        assertThat(places("TRUE")).isEqualTo(1);

        one.queueAdministration().alter("q", options.with(QueueOption.MAX_IN_FLIGHT, 6));
        for (int i = 0; i < 3; i++) {
            next(here);
            if (i < 2) {
                next(there);
            }
        }
        assertThat(places("TRUE")).isLessThanOrEqualTo(6);
    }

    @Test
    @DisplayName("VIS-12 a node that was refused a place before it heard of a lowered quota gives its surplus back")
    void shouldFollowTheOptionAfterARefusal() throws SQLException {
        BrokerNode one = node(Duration.ofSeconds(3), MachineClock.SYSTEM);
        BrokerNode two = node(Duration.ofSeconds(3), MachineClock.SYSTEM);
        Entity queue = queue(one, 4, 20);
        Receiver here = receiver(one, queue);
        Receiver there = receiver(two, queue);
        List<HeldDelivery> ofOne = List.of(next(here), next(here));
        List<HeldDelivery> ofTwo = List.of(next(there), next(there));

        lowerInSilence(queue, 1);
        assertRefused(here);
        assertRefused(there);
        two.queueAdministration().alter("q", queue.options().with(QueueOption.MAX_IN_FLIGHT, 1));
        for (int i = 0; i < 2; i++) {
            complete(one, ofOne.get(i));
            complete(two, ofTwo.get(i));
        }

        eventually("there is one place", () -> placesOrFail() <= 1);
    }

    /** Alters the quota without telling any node. */
    private void lowerInSilence(Entity queue, int quota) {
        try (Store store = nodes.store()) {
            store.entities().alter(queue.id(), queue.options().with(QueueOption.MAX_IN_FLIGHT, quota));
        }
    }

    private static void assertRefused(Receiver receiver) {
        assertThatThrownBy(receiver::pollNow)
                .isInstanceOfSatisfying(BrokerException.class, refusal -> assertThat(refusal.reason())
                        .isEqualTo(Reason.IN_FLIGHT_LIMIT));
    }

    private long placesOrFail() {
        try {
            return places("TRUE");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("VIS-12 with the default quota the store is asked once, however many messages are received")
    void shouldAskRarely() throws SQLException {
        BrokerNode one = node();
        Entity queue = one.queueAdministration().create("q", EntityOptions.DEFAULT);
        Receiver here = receiver(one, queue);
        long taken = places("TRUE");
        assertThat(taken).isEqualTo(EntityOptions.DEFAULT.maxInFlight() / 16);
        String row = rowVersion();
        for (int i = 0; i < 100; i++) {
            one.sending().send(BrokerFixture.prepared(one, queue, Mail.of("m" + i)));
            complete(one, next(here));
        }
        assertThat(rowVersion()).isEqualTo(row);
    }

    private String rowVersion() throws SQLException {
        try (Connection connection = DriverManager.getConnection(nodes.url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT xmin::text FROM restante_quota_share")) {
            row.next();
            return row.getString(1);
        }
    }
}
