package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUpListener;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.NodeRequestRepository.NodeRequest;
import dev.restante.store.NodeRequestRepository.NodeRequestKind;
import dev.restante.store.Store;
import dev.restante.testing.Eventually;
import dev.restante.testing.FakeClock;
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

@DisplayName("the in-flight limit of several nodes on PostgreSQL")
final class PostgresInFlightLimitTest {

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
                        defaults.prefetchBytes()),
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
            node.sender().send(BrokerFixture.prepared(node, queue, TestMessage.of("m" + i)));
        }
        return queue;
    }

    private static Receiver receiver(BrokerNode node, Entity queue) {
        return receiver(node, queue, () -> {});
    }

    private static Receiver receiver(BrokerNode node, Entity queue, WakeUpListener wakeUpListener) {
        return node.openReceiver(queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION), wakeUpListener);
    }

    private static InFlightDelivery next(Receiver receiver) {
        InFlightDelivery[] next = new InFlightDelivery[1];
        eventually("the receiver gets a message", () -> (next[0] = receiver.pollPrefetched()) != null);
        return next[0];
    }

    private static void complete(BrokerNode node, InFlightDelivery delivery) {
        node.settler().complete(List.of(delivery));
    }

    private long storedSlots(String condition) throws SQLException {
        try (Connection connection = DriverManager.getConnection(nodes.url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COALESCE(SUM(slots), 0) FROM restante_in_flight_share WHERE " + condition)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @DisplayName("VIS-12, VIS-06 two nodes share the in-flight limit, and a settled message frees a slot for the other")
    void shouldHoldOverAllNodes() throws SQLException {
        BrokerNode one = node();
        BrokerNode two = node();
        Entity queue = queue(one, 3, 10);
        Receiver here = receiver(one, queue);
        List<InFlightDelivery> deliveries = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            deliveries.add(next(here));
        }
        Receiver there = receiver(two, queue);
        assertRefused(there);
        assertThat(there.pollPrefetched()).isNull();
        assertThat(storedSlots("TRUE")).isEqualTo(3);
        here.stopPolling();
        complete(one, deliveries.remove(0));
        InFlightDelivery passed = next(there);
        assertThat(there.pollPrefetched()).isNull();
        complete(two, passed);
        deliveries.forEach(each -> complete(one, each));
        for (int i = 0; i < 3; i++) {
            next(there);
        }
        assertThat(storedSlots("TRUE")).isEqualTo(3);
    }

    /** Semaphores of waiting receivers, released by a wake-up or when another receiver has seen the end. */
    private static final class EndSignal {
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
    @DisplayName("VIS-12 an in-flight limit of one serves each of four busy nodes")
    void shouldStarveNobody() throws Exception {
        BrokerNode first = node();
        Entity queue = queue(first, 1, 40);
        List<BrokerNode> all = List.of(first, node(), node(), node());
        Set<BrokerNode> served = ConcurrentHashMap.newKeySet();
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        EndSignal wakening = new EndSignal();
        List<Callable<Void>> works = new ArrayList<>();
        for (BrokerNode node : all) {
            Semaphore wakeUps = wakening.one();
            Receiver receiver = receiver(node, queue, wakeUps::release);
            works.add(() -> {
                // The messages are released, so that the queue has messages until all nodes have been served.
                while (served.size() < all.size()) {
                    InFlightDelivery delivery = receiver.pollPrefetched();
                    if (delivery == null) {
                        wakeUps.acquire();
                        continue;
                    }
                    most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                    served.add(node);
                    inFlight.decrementAndGet();
                    node.settler().abandon(delivery, Map.of(), null);
                }
                receiver.stopPolling();
                wakening.all();
                return null;
            });
        }
        runAll(works, Duration.ofSeconds(60));
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("VIS-12 under load the messages in flight on all nodes never exceed the limit")
    void shouldNeverExceed() throws Exception {
        int quota = 5;
        int messages = 600;
        BrokerNode first = node();
        Entity queue = queue(first, quota, messages);
        List<BrokerNode> all = List.of(first, node(), node());
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger completed = new AtomicInteger();
        EndSignal wakening = new EndSignal();
        List<Callable<Void>> works = new ArrayList<>();
        for (BrokerNode node : all) {
            for (int i = 0; i < 2; i++) {
                Semaphore wakeUps = wakening.one();
                Receiver receiver = receiver(node, queue, wakeUps::release);
                Random random = new Random(works.size());
                works.add(() -> {
                    List<InFlightDelivery> deliveries = new ArrayList<>();
                    while (completed.get() < messages) {
                        InFlightDelivery next = receiver.pollPrefetched();
                        if (next != null) {
                            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                            deliveries.add(next);
                        }
                        if (!deliveries.isEmpty() && (next == null || random.nextInt(3) == 0)) {
                            InFlightDelivery settled = deliveries.remove(random.nextInt(deliveries.size()));
                            inFlight.decrementAndGet();
                            if (random.nextInt(10) == 0) {
                                node.settler().abandon(settled, Map.of(), null);
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
        assertThat(storedSlots("TRUE")).isLessThanOrEqualTo(quota);
    }

    @Test
    @DisplayName("VIS-12, RCV-13 the in-flight share of a node that died or closed is free again")
    void shouldReturnWithTheLocks() throws SQLException {
        FakeClock stands = new FakeClock();
        BrokerNode paused = node(Duration.ofMillis(900), stands);
        Entity queue = queue(paused, 2, 6);
        Receiver zombie = receiver(paused, queue);
        next(zombie);
        next(zombie);
        assertThat(storedSlots("TRUE")).isEqualTo(2);

        BrokerNode other = node(Duration.ofMillis(1_500), MachineClock.SYSTEM);
        Receiver there = receiver(other, queue);
        InFlightDelivery first = next(there);
        InFlightDelivery second = next(there);
        assertThat(there.pollPrefetched()).isNull();
        assertThat(storedSlots("TRUE")).isEqualTo(2);
        complete(other, first);
        complete(other, second);
        other.close();
        assertThat(storedSlots("TRUE")).isZero();
    }

    @Test
    @DisplayName("VIS-12, BEY-04 a limit that changes while messages are in flight holds for all nodes together")
    void shouldFollowTheOption() throws SQLException {
        BrokerNode one = node(Duration.ofSeconds(3), MachineClock.SYSTEM);
        BrokerNode two = node(Duration.ofSeconds(3), MachineClock.SYSTEM);
        Entity queue = queue(one, 4, 20);
        Receiver here = receiver(one, queue);
        Receiver there = receiver(two, queue);
        List<InFlightDelivery> ofOne = new ArrayList<>(List.of(next(here), next(here)));
        List<InFlightDelivery> ofTwo = new ArrayList<>(List.of(next(there), next(there)));
        assertThat(here.pollPrefetched()).isNull();
        assertThat(there.pollPrefetched()).isNull();

        EntityOptions options = queue.options();
        two.queueAdministration().alter("q", options.with(QueueOption.MAX_IN_FLIGHT, 1));
        eventually(
                "the other node knows the altered limit",
                () -> one.components()
                                .node
                                .context()
                                .registry()
                                .current(queue)
                                .options()
                                .maxInFlight()
                        == 1);
        complete(one, ofOne.remove(0));
        complete(two, ofTwo.remove(0));
        complete(two, ofTwo.remove(0));
        eventually("all but one in-flight slot are returned", () -> placesOrFail() == 1);
        assertThat(here.pollPrefetched()).isNull();
        assertThat(there.pollPrefetched()).isNull();
        complete(one, ofOne.remove(0));
        here.stopPolling();
        next(there);
        assertThat(storedSlots("TRUE")).isEqualTo(1);

        one.queueAdministration().alter("q", options.with(QueueOption.MAX_IN_FLIGHT, 6));
        for (int i = 0; i < 3; i++) {
            next(here);
            if (i < 2) {
                next(there);
            }
        }
        assertThat(storedSlots("TRUE")).isLessThanOrEqualTo(6);
    }

    @Test
    @DisplayName("VIS-12 a node that was refused a slot before it learned of a lower limit returns its surplus slots")
    void shouldFollowTheOptionAfterARefusal() throws SQLException {
        BrokerNode one = node(Duration.ofSeconds(3), MachineClock.SYSTEM);
        BrokerNode two = node(Duration.ofSeconds(3), MachineClock.SYSTEM);
        Entity queue = queue(one, 4, 20);
        Receiver here = receiver(one, queue);
        Receiver there = receiver(two, queue);
        List<InFlightDelivery> ofOne = List.of(next(here), next(here));
        List<InFlightDelivery> ofTwo = List.of(next(there), next(there));

        lowerWithoutSignal(queue, 1);
        assertRefused(here);
        assertRefused(there);
        two.queueAdministration().alter("q", queue.options().with(QueueOption.MAX_IN_FLIGHT, 1));
        for (int i = 0; i < 2; i++) {
            complete(one, ofOne.get(i));
            complete(two, ofTwo.get(i));
        }

        eventually("at most one in-flight slot is left", () -> placesOrFail() <= 1);
    }

    /** Alters the in-flight limit without a signal to any node. */
    private void lowerWithoutSignal(Entity queue, int quota) {
        try (Store store = nodes.store()) {
            Entity stored = store.entities().find(queue.id()).orElseThrow();
            store.entities().alter(stored, queue.options().with(QueueOption.MAX_IN_FLIGHT, quota));
        }
    }

    private static void assertRefused(Receiver receiver) {
        assertThatThrownBy(receiver::pollOrFetch)
                .isInstanceOfSatisfying(BrokerException.class, refusal -> assertThat(refusal.reason())
                        .isEqualTo(BrokerErrorReason.IN_FLIGHT_LIMIT));
    }

    private long placesOrFail() {
        try {
            return storedSlots("TRUE");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("VIS-12 a node whose applications do not wait gets a slot of another node, whichever node polls first")
    void shouldServeCallsThatCannotWait() throws SQLException {
        FakeClock clockHere = new FakeClock();
        FakeClock clockThere = new FakeClock();
        BrokerNode one = node(Duration.ofDays(100_000), clockHere);
        BrokerNode two = node(Duration.ofDays(100_000), clockThere);
        Entity queue = queue(one, 1, 2);
        Receiver here = receiver(one, queue);
        complete(one, next(here));
        here.close();
        Receiver there = receiver(two, queue);
        assertRefused(there);
        there.stopPolling();
        poll(two, clockThere);
        poll(one, clockHere);
        poll(two, clockThere);
        Eventually.eventually("the slot has moved", () -> storedSlots("incarnation = " + incarnation(two)) == 1);
        assertThat(there.pollOrFetch()).isNotNull();
    }

    private static long incarnation(BrokerNode node) {
        return node.components().node.context().incarnation();
    }

    /** Lets a node poll, and waits until it has executed a request to it, which it does at the end of the poll. */
    private void poll(BrokerNode node, FakeClock clock) {
        NodeRequestRepository requests =
                node.components().node.context().store().nodeRequests();
        long incarnation = incarnation(node);
        requests.submit(new NodeRequest(
                node.components().node.context().ids().next(), incarnation, NodeRequestKind.ADOPT_JOBS, 0, 0, null));
        clock.advance(Duration.ofMillis(50));
        eventually("the node has polled", () -> requests.pending(incarnation).isEmpty());
    }

    @Test
    @DisplayName("VIS-12 with the default limit a node requests slots once, however many messages it receives")
    void shouldAskRarely() throws SQLException {
        BrokerNode one = node();
        Entity queue = one.queueAdministration().create("q", EntityOptions.DEFAULT);
        Receiver here = receiver(one, queue);
        long taken = storedSlots("TRUE");
        assertThat(taken).isEqualTo(EntityOptions.DEFAULT.maxInFlight() / 16);
        String row = rowVersion();
        for (int i = 0; i < 100; i++) {
            one.sender().send(BrokerFixture.prepared(one, queue, TestMessage.of("m" + i)));
            complete(one, next(here));
        }
        assertThat(rowVersion()).isEqualTo(row);
    }

    private String rowVersion() throws SQLException {
        try (Connection connection = DriverManager.getConnection(nodes.url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT xmin::text FROM restante_in_flight_share")) {
            row.next();
            return row.getString(1);
        }
    }
}
