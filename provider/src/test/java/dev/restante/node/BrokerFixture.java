package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.SendRequest;
import dev.restante.broker.view.Browsed;
import dev.restante.broker.view.QueueStatistics;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.Store;
import dev.restante.testing.FakeTime;
import dev.restante.testing.MachineClocks;
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

/** A broker on a real store with a clock that stands still, and short ways to say what tests do with it. */
final class BrokerFixture implements AutoCloseable {

    /** Longer than anything takes that must happen; a test that waits this long fails. */
    static final long PATIENCE_MILLIS = 10_000;

    private static final BrokerSettings DEFAULTS = BrokerSettings.defaults("test");

    /**
     * On a shared store node time is measured anew with each heartbeat; with this lease no test lives to see one unless
     * it wants to.
     */
    static final BrokerSettings LONG_LEASE = new BrokerSettings(
            "test",
            Duration.ofDays(1_000_000),
            Duration.ofSeconds(5),
            // A test that waits for a poll still has ids for messages then (SND-12).
            Duration.ofDays(20_000),
            DEFAULTS.maxMessageBytes(),
            1L << 30,
            DEFAULTS.bufferBytes());

    final FakeTime time = new FakeTime();
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

    /** A broker on a machine whose clocks a test sets apart from each other and from the database's. */
    BrokerFixture(Supplier<Store> stores, MachineClocks clocks, BrokerSettings settings) {
        this.stores = stores;
        this.machine = clocks;
        this.database = clocks.database();
        this.store = new SharedStore(stores.get(), database);
        this.node = open(settings);
    }

    /** Opens a further node on the same store. */
    BrokerNode open() {
        return open(LONG_LEASE);
    }

    /** Closes the node in order and opens the next incarnation with other settings. */
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
     * Declares the node dead, as if its JVM had died or been paused for long, and opens its successor. Returns the dead
     * one.
     */
    BrokerNode crash() {
        BrokerNode former = node;
        dead.add(former);
        store.membership().declareDead(Long.MIN_VALUE, Long.MAX_VALUE);
        node = open();
        return former;
    }

    /** Closes the node in order and opens the next incarnation. */
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

    /** How a test sends; persistent, priority 4, at once and for good unless said otherwise. */
    record Mail(
            String text,
            boolean persistent,
            int priority,
            Duration timeToLive,
            Duration delay,
            Map<String, ?> properties) {
        static Mail of(String text) {
            return new Mail(text, true, 4, Duration.ZERO, Duration.ZERO, Map.of());
        }

        Mail nonPersistent() {
            return new Mail(text, false, priority, timeToLive, delay, properties);
        }

        Mail priority(int value) {
            return new Mail(text, persistent, value, timeToLive, delay, properties);
        }

        Mail timeToLive(Duration value) {
            return new Mail(text, persistent, priority, value, delay, properties);
        }

        Mail delay(Duration value) {
            return new Mail(text, persistent, priority, timeToLive, value, properties);
        }

        Mail properties(Map<String, ?> value) {
            return new Mail(text, persistent, priority, timeToLive, delay, value);
        }
    }

    PreparedSend prepared(Entity queue, Mail mail) {
        return prepared(node, queue, mail);
    }

    @SuppressWarnings("unchecked")
    static PreparedSend prepared(Broker broker, Entity queue, Mail mail) {
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
                SendRequest.ExpirationBase.DELIVERY);
        return broker.sending()
                .prepare(
                        new SendRequest(
                                found(broker, queue),
                                DestinationName.queue(queue.name()),
                                content,
                                options,
                                new SendRequest.Sender("test", null)),
                        broker.nowMillis());
    }

    /** What a sender finds under the name of a target now; the former one where there is nothing. */
    private static Entity found(Broker broker, Entity target) {
        try {
            return target.kind() == EntityKind.TOPIC
                    ? broker.subscriptions().topic(target.name(), false)
                    : broker.queueAdministration().queue(target.name(), false);
        } catch (BrokerException gone) {
            return target;
        }
    }

    PreparedSend send(Entity queue, Mail mail) {
        PreparedSend send = prepared(queue, mail);
        node.sending().send(send);
        return send;
    }

    void send(Entity queue, String... texts) {
        Arrays.stream(texts).forEach(text -> send(queue, Mail.of(text)));
    }

    // ---- receiving ----

    /** A receiver whose wake-ups can be waited for. */
    final class Consumer implements AutoCloseable {
        private final Semaphore wakeUps = new Semaphore(0);
        final Receiver receiver;

        private Consumer(Broker broker, Entity queue, ReceiverOptions options) {
            receiver = broker.openReceiver(queue, options, wakeUps::release);
        }

        /** The next message; waits for it. */
        HeldDelivery next() {
            HeldDelivery held = receiver.poll();
            while (held == null) {
                if (!await(wakeUps)) {
                    throw new AssertionError("no message came");
                }
                held = receiver.poll();
            }
            return held;
        }

        /** The text of the next message, which is completed. */
        String take() {
            HeldDelivery held = next();
            node.settlement().complete(List.of(held));
            return text(held);
        }

        List<String> take(int count) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                texts.add(take());
            }
            return texts;
        }

        void assertNothing() {
            assertThat(receiver.pollNow()).isNull();
        }

        @Override
        public void close() {
            receiver.close();
        }
    }

    Consumer consumer(Entity queue) {
        return consumer(node, queue);
    }

    Consumer consumer(Entity queue, ReceiverOptions.Hold hold) {
        return new Consumer(node, queue, new ReceiverOptions(hold));
    }

    Consumer consumer(Broker broker, Entity queue) {
        return new Consumer(broker, queue, new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION));
    }

    Consumer consumer(Entity queue, String selector) {
        return consumer(node, queue, selector);
    }

    Consumer consumer(Broker broker, Entity queue, String selector) {
        return new Consumer(broker, queue, selecting(selector));
    }

    /** Under peek-locks. */
    List<HeldDelivery> receiveDeferred(Entity queue, List<Long> numbers) {
        return node.deferredMessages()
                .receive(queue, numbers, new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION), null);
    }

    static ReceiverOptions selecting(String selector) {
        try {
            return new ReceiverOptions(ReceiverOptions.Hold.LOCK_DURATION, Selector.parse(selector));
        } catch (SelectorSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static String text(HeldDelivery held) {
        return text(held.message().body());
    }

    static String text(byte @Nullable [] body) {
        return new String(java.util.Objects.requireNonNull(body), StandardCharsets.UTF_8);
    }

    /** All that a browser shows, by text. */
    List<String> browse(Entity queue) {
        return browsed(queue).stream()
                .map(browsed -> text(browsed.message().body()))
                .toList();
    }

    List<Browsed> browsed(Entity queue) {
        return node.browse(queue, null, 10_000);
    }

    void complete(Collection<HeldDelivery> held) {
        node.settlement().complete(held);
    }

    void complete(HeldDelivery held) {
        complete(List.of(held));
    }

    void abandon(HeldDelivery held) {
        node.settlement().abandon(held, Map.of(), null);
    }

    // ---- waiting ----

    private static boolean await(Semaphore signal) {
        try {
            return signal.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for what another thread of the broker does. */
    static void eventually(String what, BooleanSupplier condition) {
        if (!within(PATIENCE_MILLIS, condition)) {
            throw new AssertionError("did not come true: " + what);
        }
    }

    /** Waits for what another thread of the broker may do; returns whether it has. */
    static boolean within(long millis, BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            Thread.onSpinWait();
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
        return true;
    }

    void eventuallyHolds(Entity queue, long available, long inFlight, long deadLettered) {
        eventually(
                queue.name() + " has " + available + " available, " + inFlight + " in flight, " + deadLettered
                        + " dead-lettered",
                () -> {
                    QueueStatistics now = node.statistics().of(queue);
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
