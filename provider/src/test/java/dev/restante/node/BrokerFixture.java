package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.SendRequest;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.broker.view.EntityStatistics;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.Store;
import dev.restante.testing.Eventually;
import dev.restante.testing.FakeClock;
import dev.restante.testing.FakeMachineClocks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Broker on a real store with a clock that stands still, and short methods for the actions of tests. */
final class BrokerFixture implements AutoCloseable {

    /** Longest time that a test waits for an event before it fails. */
    static final long TIMEOUT_MILLIS = 10_000;

    private static final BrokerSettings DEFAULTS = BrokerSettings.defaults("test");

    /**
     * Settings with a lease so long that no test sees a heartbeat unless it wants to. On a shared store each heartbeat
     * measures the store clock anew.
     */
    static final BrokerSettings LONG_LEASE = new BrokerSettings(
            "test",
            Duration.ofDays(1_000_000),
            Duration.ofSeconds(5),
            // A test that waits for a poll still has ids for messages then (SND-12).
            Duration.ofDays(20_000),
            DEFAULTS.maxMessageBytes(),
            1L << 30,
            DEFAULTS.prefetchBytes());

    final FakeClock time = new FakeClock();
    private final MachineClock machine;
    private final MachineClock database;
    private final Supplier<Store> stores;
    private final List<BrokerNode> dead = new ArrayList<>();
    SharedStore store;
    BrokerNode node;

    BrokerFixture(Supplier<Store> stores) {
        this.stores = stores;
        this.machine = time;
        this.database = time;
        this.store = new SharedStore(stores.get(), time);
        this.node = open();
    }

    /** Creates a broker on a machine whose clocks a test sets apart from each other and from the database clock. */
    BrokerFixture(Supplier<Store> stores, FakeMachineClocks clocks, BrokerSettings settings) {
        this.stores = stores;
        this.machine = clocks;
        this.database = clocks.database();
        this.store = new SharedStore(stores.get(), database);
        this.node = open(settings);
    }

    BrokerNode open() {
        return open(LONG_LEASE);
    }

    void reopen(Duration storeTimeout, long bufferBytes) {
        node.close();
        node = open(new BrokerSettings(
                LONG_LEASE.nodeName(),
                LONG_LEASE.lease(),
                storeTimeout,
                LONG_LEASE.pollInterval(),
                LONG_LEASE.maxMessageBytes(),
                1L << 30,
                bufferBytes));
    }

    BrokerNode open(BrokerSettings settings) {
        if (store.closed() && node != null) {
            store = new SharedStore(stores.get(), database);
        }
        return BrokerNode.open(store.use(), settings, machine);
    }

    /**
     * Declares the node dead, as if its JVM had crashed or paused for long, and opens its successor. Returns the dead
     * node.
     */
    BrokerNode crash() {
        BrokerNode former = node;
        dead.add(former);
        store.membership().declareDead(Long.MIN_VALUE, Long.MAX_VALUE);
        node = open();
        return former;
    }

    void reopen() {
        node.close();
        node = open();
    }

    Entity queue(String name) {
        return node.queueAdministration().create(name, EntityOptions.DEFAULT);
    }

    Entity queue(String name, EntityOptions options) {
        return node.queueAdministration().create(name, options);
    }

    Entity deadLetters(Entity queue) {
        return node.queueAdministration().queue(queue.name() + DestinationName.DEAD_LETTER_SUFFIX, false);
    }

    // ---- sending ----

    /** Message that a test sends: by default persistent, with priority 4, and without a delay or time to live. */
    record TestMessage(
            String text,
            boolean persistent,
            int priority,
            Duration timeToLive,
            Duration delay,
            Map<String, ?> properties) {
        static TestMessage of(String text) {
            return new TestMessage(text, true, 4, Duration.ZERO, Duration.ZERO, Map.of());
        }

        TestMessage nonPersistent() {
            return new TestMessage(text, false, priority, timeToLive, delay, properties);
        }

        TestMessage priority(int value) {
            return new TestMessage(text, persistent, value, timeToLive, delay, properties);
        }

        TestMessage timeToLive(Duration value) {
            return new TestMessage(text, persistent, priority, value, delay, properties);
        }

        TestMessage delay(Duration value) {
            return new TestMessage(text, persistent, priority, timeToLive, value, properties);
        }

        TestMessage properties(Map<String, ?> value) {
            return new TestMessage(text, persistent, priority, timeToLive, delay, value);
        }
    }

    PreparedSend prepared(Entity queue, TestMessage mail) {
        return prepared(node, queue, mail);
    }

    @SuppressWarnings("unchecked")
    static PreparedSend prepared(Broker broker, Entity queue, TestMessage mail) {
        SendRequest.Content content = new SendRequest.Content(
                BodyKind.TEXT,
                (Map<String, @Nullable Object>) mail.properties(),
                null,
                null,
                null,
                mail.text().getBytes(StandardCharsets.UTF_8));
        SendRequest.Options options = new SendRequest.Options(
                mail.persistent(),
                mail.priority(),
                mail.timeToLive().toMillis(),
                mail.delay().toMillis(),
                true,
                true,
                SendRequest.TimeToLiveStart.DELIVERY,
                null);
        return broker.sender()
                .prepare(
                        new SendRequest(
                                found(broker, queue),
                                DestinationName.queue(queue.name()),
                                content,
                                options,
                                new SendRequest.Sender("test", null)),
                        broker.nowMillis());
    }

    /**
     * Returns the entity that a sender finds under the name of a target, or the target itself if that name is not in
     * use.
     */
    private static Entity found(Broker broker, Entity target) {
        try {
            return target.kind() == EntityKind.TOPIC
                    ? broker.subscriptions().topic(target.name(), false)
                    : broker.queueAdministration().queue(target.name(), false);
        } catch (BrokerException gone) {
            return target;
        }
    }

    PreparedSend send(Entity queue, TestMessage mail) {
        PreparedSend send = prepared(queue, mail);
        node.sender().send(send);
        return send;
    }

    void send(Entity queue, String... texts) {
        Arrays.stream(texts).forEach(text -> send(queue, TestMessage.of(text)));
    }

    // ---- receiving ----

    /** Receiver whose wake-ups a test can wait for. */
    final class Consumer implements AutoCloseable {
        private final Semaphore wakeUps = new Semaphore(0);
        final Receiver receiver;

        private Consumer(Broker broker, Entity queue, ReceiverOptions options) {
            receiver = broker.openReceiver(queue, options, wakeUps::release);
        }

        InFlightDelivery next() {
            InFlightDelivery delivery = receiver.pollPrefetched();
            while (delivery == null) {
                if (!await(wakeUps)) {
                    throw new AssertionError("no message was received");
                }
                delivery = receiver.pollPrefetched();
            }
            return delivery;
        }

        /** Completes the next message and returns its text. */
        String take() {
            InFlightDelivery delivery = next();
            node.settler().complete(List.of(delivery));
            return text(delivery);
        }

        List<String> take(int count) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                texts.add(take());
            }
            return texts;
        }

        void assertNothing() {
            assertThat(receiver.pollOrFetch()).isNull();
        }

        @Override
        public void close() {
            receiver.close();
        }
    }

    Consumer consumer(Entity queue) {
        return consumer(node, queue);
    }

    Consumer consumer(Entity queue, ReceiverOptions.ReceiveMode lockMode) {
        return new Consumer(node, queue, new ReceiverOptions(lockMode));
    }

    Consumer consumer(Broker broker, Entity queue) {
        return new Consumer(broker, queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION));
    }

    Consumer consumer(Entity queue, String selector) {
        return consumer(node, queue, selector);
    }

    Consumer consumer(Broker broker, Entity queue, String selector) {
        return new Consumer(broker, queue, selecting(selector));
    }

    List<InFlightDelivery> receiveDeferred(Entity queue, List<Long> numbers) {
        return node.deferredMessages()
                .receive(queue, numbers, new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION), null);
    }

    static ReceiverOptions selecting(String selector) {
        try {
            return new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION, Selector.parse(selector));
        } catch (SelectorSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static String text(InFlightDelivery delivery) {
        return text(delivery.message().body());
    }

    static String text(byte @Nullable [] body) {
        return new String(java.util.Objects.requireNonNull(body), StandardCharsets.UTF_8);
    }

    /** Returns the texts of all messages that a browser shows. */
    List<String> browse(Entity queue) {
        return browsed(queue).stream()
                .map(browsedMessage -> text(browsedMessage.message().body()))
                .toList();
    }

    List<BrowsedMessage> browsed(Entity queue) {
        return node.browse(queue, null, 10_000);
    }

    void complete(Collection<InFlightDelivery> held) {
        node.settler().complete(held);
    }

    void complete(InFlightDelivery held) {
        complete(List.of(held));
    }

    void abandon(InFlightDelivery delivery) {
        node.settler().abandon(delivery, Map.of(), null);
    }

    // ---- waiting ----

    private static boolean await(Semaphore signal) {
        try {
            return signal.tryAcquire(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until another thread of the broker has made a condition true. */
    static void eventually(String what, BooleanSupplier condition) {
        if (!within(TIMEOUT_MILLIS, condition)) {
            throw new AssertionError("condition did not become true in time: " + what);
        }
    }

    /** Waits a limited time for another thread of the broker, and returns whether the condition is true. */
    static boolean within(long millis, BooleanSupplier condition) {
        return Eventually.within(millis, condition);
    }

    void eventuallyHolds(Entity queue, long available, long inFlight, long deadLettered) {
        eventually(
                queue.name() + " has " + available + " available, " + inFlight + " in flight, " + deadLettered
                        + " dead-lettered",
                () -> {
                    EntityStatistics now = node.statistics().statistics(queue);
                    return now.available() == available
                            && now.inFlight() == inFlight
                            && now.deadLettered() == deadLettered;
                });
    }

    @Override
    public void close() {
        node.close();
        dead.forEach(BrokerNode::close);
    }
}
