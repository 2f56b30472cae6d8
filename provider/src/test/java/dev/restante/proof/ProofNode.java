package dev.restante.proof;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.FinalCheck;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.broker.SendRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.LargeBody;
import dev.restante.model.MachineClock;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.node.BrokerNode;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Node on a store, with short methods for the operations of the proof. */
final class ProofNode implements AutoCloseable {

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration LEASE = Duration.ofDays(30);
    private static final long PATIENCE_MILLIS = 45_000;

    final BrokerNode broker;
    final Store store;
    private final DataSource source;
    private final List<SubscriptionHandle> handles = new ArrayList<>();

    /** Opens the node under test, which makes no calls to the database on its own while the proof counts calls. */
    static ProofNode quiet(DataSource source) {
        return new ProofNode("first", source, LEASE);
    }

    /** Opens a node that answers the requests of other nodes at once. */
    static ProofNode answering(DataSource source) {
        return new ProofNode("second", source, Duration.ofMillis(10));
    }

    private ProofNode(String name, DataSource source, Duration pollInterval) {
        this(
                name,
                source,
                StoreOpener.open(
                        new StoreLocation.ApplicationDataSource(source), true, StoreTimeouts.of(STORE_TIMEOUT, null)),
                STORE_TIMEOUT,
                pollInterval);
    }

    /** Opens a quiet node on an open store, which the node closes. */
    ProofNode(Store store, DataSource source, Duration storeTimeout) {
        this("first", source, store, storeTimeout, LEASE);
    }

    private ProofNode(String name, DataSource source, Store store, Duration storeTimeout, Duration pollInterval) {
        BrokerSettings defaults = BrokerSettings.defaults(name);
        BrokerSettings settings = new BrokerSettings(
                name,
                LEASE,
                storeTimeout,
                pollInterval,
                defaults.maxMessageBytes(),
                defaults.maxLargeBodyBytes(),
                defaults.prefetchBytes());
        this.source = source;
        this.store = store;
        try {
            broker = BrokerNode.open(store, settings, MachineClock.SYSTEM);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Executes a statement of the test, without the store. */
    void execute(String sql, Object... parameters) {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the statement failed: " + sql, e);
        }
    }

    Entity queue(String name) {
        return queue(name, EntityOptions.DEFAULT);
    }

    Entity queue(String name, EntityOptions options) {
        return broker.queueAdministration().create(name, options);
    }

    Entity deadLetterQueue(Entity queue) {
        return broker.queueAdministration().queue(queue.name() + DestinationName.DEAD_LETTER_SUFFIX, false);
    }

    PreparedSend prepare(Entity target, String text) {
        return prepare(target, text, 0);
    }

    PreparedSend prepare(Entity target, String text, long delayMillis) {
        return prepare(
                target, content(BodyKind.TEXT, text.getBytes(StandardCharsets.UTF_8), Map.of()), delayMillis, null);
    }

    PreparedSend prepare(
            Entity target, String text, Map<String, Object> properties, @Nullable RepeatedSendSchedule schedule) {
        return prepare(target, content(BodyKind.TEXT, text.getBytes(StandardCharsets.UTF_8), properties), 0, schedule);
    }

    PreparedSend prepareLargeBody(Entity target, LargeBody body) {
        return prepare(target, content(BodyKind.LARGE_BYTES, LargeBodyCodec.encode(body), Map.of()), 0, null);
    }

    private static SendRequest.Content content(BodyKind kind, byte[] body, Map<String, Object> properties) {
        return new SendRequest.Content(kind, new HashMap<>(properties), null, null, null, body);
    }

    private PreparedSend prepare(
            Entity target, SendRequest.Content content, long delayMillis, @Nullable RepeatedSendSchedule schedule) {
        DestinationName name = target.kind() == EntityKind.TOPIC
                ? DestinationName.topic(target.name())
                : DestinationName.queue(target.name());
        SendRequest.Options options = new SendRequest.Options(
                true, 4, 0, delayMillis, true, true, SendRequest.TimeToLiveStart.DELIVERY, schedule);
        return broker.sender()
                .prepare(
                        new SendRequest(target, name, content, options, new SendRequest.Sender("proof", null)),
                        broker.nowMillis());
    }

    void send(Entity target, String... texts) {
        for (String text : texts) {
            broker.sender().send(prepare(target, text));
        }
    }

    /** Receives messages under locks, and closes the receiver. */
    List<InFlightDelivery> receive(Entity entity, int count) {
        return receive(entity, count, ReceiveMode.LOCK_DURATION);
    }

    List<InFlightDelivery> receive(Entity entity, int count, ReceiveMode mode) {
        Semaphore wakeUps = new Semaphore(0);
        List<InFlightDelivery> received = new ArrayList<>();
        try (Receiver receiver = broker.openReceiver(entity, new ReceiverOptions(mode), wakeUps::release)) {
            while (received.size() < count) {
                InFlightDelivery next = receiver.pollOrFetch();
                received.add(next == null ? awaitNext(receiver, wakeUps) : next);
            }
        }
        return received;
    }

    InFlightDelivery receive(Entity entity) {
        return receive(entity, 1).get(0);
    }

    /** Receives a message if there is one, as a receive call with a short timeout does (RCV-16). */
    @Nullable
    InFlightDelivery receiveNoWait(Entity entity) {
        try (Receiver receiver =
                broker.openReceiver(entity, new ReceiverOptions(ReceiveMode.LOCK_DURATION), () -> {})) {
            FinalCheck check = receiver.finalCheck();
            InFlightDelivery received = receiver.pollOrFetch();
            check.start();
            while (received == null && !check.isComplete()) {
                received = receiver.pollPrefetched();
            }
            return received == null ? receiver.pollPrefetched() : received;
        }
    }

    /** Waits for a message. Only the poll of this method declares that the receiver waits for a wake-up. */
    private static InFlightDelivery awaitNext(Receiver receiver, Semaphore wakeUps) {
        InFlightDelivery next = receiver.pollPrefetched();
        while (next == null) {
            if (!await(wakeUps)) {
                throw new AssertionError("'" + receiver.entity().name() + "' has too few messages");
            }
            next = receiver.pollPrefetched();
        }
        return next;
    }

    private static boolean await(Semaphore wakeUps) {
        try {
            return wakeUps.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends a message to a queue, which is created if necessary, and receives it. */
    void sendAndReceive(String name) {
        Entity queue = broker.queueAdministration().queue(name, true);
        send(queue, "x");
        broker.settler().complete(receive(queue, 1));
    }

    /** Keeps a consumer of a subscription open until the node closes. */
    void keepOpen(SubscriptionHandle handle) {
        handles.add(handle);
    }

    @Override
    public void close() {
        handles.forEach(SubscriptionHandle::close);
        broker.close();
    }
}
