package dev.restante.feature.outage;

import static dev.restante.JmsContract.send;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.model.CallTimeBudget;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.DatabaseProxy.TrafficMode;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("calls that wait for a silent database several times")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class CallBoundTest {

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(1);

    /**
     * Limit for the duration of a call. A call may take {@code 1 s + 1 s / 3 + 2 s}, and a busy machine needs the rest.
     */
    private static final Duration LONG = Duration.ofSeconds(7);

    /** Number of sessions whose calls would exceed {@code LONG} one after the other. */
    private static final int SESSIONS = 8;

    /** Store timeout for calls with less time left, which end long before this timeout. */
    private static final Duration OTHER_STORE_TIMEOUT = Duration.ofSeconds(4);

    private static final Duration LITTLE = Duration.ofMillis(500);

    private final DatabaseProxy proxy = new DatabaseProxy(PostgresServer.newDatabase());
    private RestanteConnectionFactory factory;
    private Connection connection;
    private Queue queue;

    @BeforeEach
    void open() throws JMSException {
        open(STORE_TIMEOUT);
    }

    private void open(Duration storeTimeout) throws JMSException {
        factory = new RestanteConnectionFactory(proxy.url());
        factory.setStoreTimeout(storeTimeout);
        // No heartbeat may do the work of a call first.
        factory.setLeaseDuration(Duration.ofMinutes(2));
        connection = factory.createConnection();
        connection.setClientID("client");
        connection.start();
        try (Session session = connection.createSession()) {
            queue = session.createQueue("q");
        }
    }

    @AfterEach
    void close() throws Exception {
        proxy.restore();
        connection.close();
        factory.close();
        proxy.close();
    }

    /** Opens the factory again, with a store timeout that is longer than the time left for a call. */
    private void reopen() throws JMSException {
        factory.close();
        open(OTHER_STORE_TIMEOUT);
    }

    private void silence() {
        proxy.setNewConnections(TrafficMode.HOLD);
        proxy.setExistingConnections(TrafficMode.HOLD);
    }

    /** Creates sessions that have received one message each without settling it. */
    private List<Session> sessionsThatHaveReceived(int mode) throws JMSException {
        List<Session> sessions = new ArrayList<>();
        for (int number = 0; number < SESSIONS; number++) {
            try (Session sending = connection.createSession()) {
                send(sending, queue, "m" + number);
            }
            Session session = connection.createSession(mode);
            MessageConsumer consumer = session.createConsumer(queue);
            assertThat(consumer.receive(JmsContract.PATIENCE_MILLIS)).isNotNull();
            sessions.add(session);
        }
        return sessions;
    }

    private interface Call {
        void run() throws JMSException;
    }

    /** Returns the duration of a call, successful or not. */
    private static Duration duration(Call call) {
        long startedNanos = System.nanoTime();
        try {
            call.run();
        } catch (JMSException expected) {
            assertThat(expected.getErrorCode()).startsWith("RESTANTE-");
        }
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    private Set<String> left() throws JMSException {
        Set<String> bodies = new TreeSet<>();
        try (Connection other = factory.createConnection();
                Session session = other.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            other.start();
            while (bodies.size() < SESSIONS) {
                bodies.add(consumer.receive(JmsContract.PATIENCE_MILLIS).getBody(String.class));
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
        return bodies;
    }

    @Test
    @DisplayName("RCV-19 closing a connection with many sessions waits once, and their messages return")
    void shouldCloseInTime() throws JMSException {
        sessionsThatHaveReceived(Session.SESSION_TRANSACTED);
        silence();

        assertThat(duration(connection::close)).isLessThan(LONG);

        proxy.restore();
        assertThat(left()).hasSize(SESSIONS);
    }

    @Test
    @DisplayName("RCV-19 closing a context waits once for its session and its connection")
    void shouldCloseContextInTime() throws JMSException {
        try (Session sending = connection.createSession()) {
            send(sending, queue, "m");
        }
        JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        assertThat(context.createConsumer(queue).receive(JmsContract.PATIENCE_MILLIS))
                .isNotNull();
        for (int number = 0; number < SESSIONS; number++) {
            // The close of the session ends the subscription, and the close of the connection deletes the temporary
            // queue.
            assertThat(context.createConsumer(context.createTopic("t"))).isNotNull();
            assertThat(context.createTemporaryQueue()).isNotNull();
        }
        silence();

        assertThat(duration(context::close)).isLessThan(LONG);
    }

    @Test
    @DisplayName("RCV-19 closing a session waits once for the acknowledgement of its listener and for its own end")
    void shouldCloseListenerInTime() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch silent = new CountDownLatch(1);
        Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(queue).setMessageListener(message -> {
            called.countDown();
            JmsContract.await(silent);
        });
        try (Session sending = connection.createSession()) {
            send(sending, queue, "m");
        }
        JmsContract.await(called);
        silence();
        silent.countDown();

        assertThat(duration(session::close)).isLessThan(LONG);
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE})
    @DisplayName("RCV-19 stopping a connection waits for all its sessions within the limit of one call")
    void shouldStopInTime(int mode) throws JMSException {
        reopen();
        sessionsThatHaveReceived(mode);
        silence();

        assertThat(durationWithin(LITTLE, connection::stop)).isLessThan(OTHER_STORE_TIMEOUT);
    }

    /** Calls that settle received messages of a session. */
    enum Settling {
        COMMIT,
        ROLLBACK,
        ACKNOWLEDGE,
        RECOVER;

        private int mode() {
            return switch (this) {
                case COMMIT, ROLLBACK -> Session.SESSION_TRANSACTED;
                case ACKNOWLEDGE, RECOVER -> Session.CLIENT_ACKNOWLEDGE;
            };
        }

        private void call(Session session, Message last) throws JMSException {
            switch (this) {
                case COMMIT -> session.commit();
                case ROLLBACK -> session.rollback();
                case ACKNOWLEDGE -> last.acknowledge();
                case RECOVER -> session.recover();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Settling.class)
    @DisplayName("RCV-19 a settling call waits once for all its messages and for the consumers that end with them")
    void shouldSettleInTime(Settling settling) throws JMSException {
        Session session = connection.createSession(settling.mode());
        Message last = null;
        for (int number = 0; number < 2 * SESSIONS; number++) {
            Topic topic = session.createTopic("t" + number);
            MessageConsumer consumer = session.createConsumer(topic);
            try (Session sending = connection.createSession()) {
                sending.createProducer(topic).send(sending.createTextMessage("m"));
            }
            last = consumer.receive(JmsContract.PATIENCE_MILLIS);
            // The subscription of the closed consumer ends when the message is settled.
            consumer.close();
        }
        Message received = requireNonNull(last);
        silence();

        assertThat(duration(() -> settling.call(session, received))).isLessThan(LONG);
    }

    @Test
    @DisplayName("RCV-19 a send with little time left does not lead a batch")
    void shouldNotLeadWithoutTime() throws JMSException {
        reopen();
        try (Session session = connection.createSession()) {
            silence();
            assertThat(durationWithin(LITTLE, () -> send(session, queue, "m"))).isLessThan(OTHER_STORE_TIMEOUT);
        }
    }

    @Test
    @DisplayName("RCV-19 a call with little time left waits no longer for a read of the store")
    void shouldNotReadWithoutTime() throws JMSException {
        reopen();
        try (Session session = connection.createSession()) {
            silence();
            assertThat(durationWithin(LITTLE, () -> session.createProducer(session.createQueue("unknown"))))
                    .isLessThan(OTHER_STORE_TIMEOUT);
        }
    }

    /** Returns the duration of a call within a time budget. */
    private static Duration durationWithin(Duration left, Call call) {
        try (CallTimeBudget unused = CallTimeBudget.start(left.toNanos())) {
            return duration(call);
        }
    }

    /** Creates durable subscriptions, each with one consumer in its own session. */
    private List<MessageConsumer> durableConsumers() throws JMSException {
        List<MessageConsumer> consumers = new ArrayList<>();
        for (int number = 0; number < SESSIONS; number++) {
            Session session = connection.createSession();
            consumers.add(session.createDurableConsumer(session.createTopic("t"), "s" + number));
        }
        return consumers;
    }

    private static CompletableFuture<Duration> start(Call call) {
        return CompletableFuture.supplyAsync(() -> duration(call), task -> new Thread(task).start());
    }

    @Test
    @DisplayName("RCV-19 a subscription that was closed during a silence can be used as soon as the store answers")
    void shouldSubscribeAgain() throws Exception {
        List<CompletableFuture<Duration>> closes = new ArrayList<>();
        List<MessageConsumer> consumers = durableConsumers();
        Session own = connection.createSession();
        TemporaryTopic temporary = own.createTemporaryTopic();
        consumers.add(own.createConsumer(temporary));
        silence();
        for (MessageConsumer consumer : consumers) {
            closes.add(start(consumer::close));
        }
        for (CompletableFuture<Duration> close : closes) {
            assertThat(close.get(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                    .isLessThan(LONG);
        }
        proxy.restore();

        try (Session session = connection.createSession()) {
            for (int number = 0; number < SESSIONS / 2; number++) {
                session.createDurableConsumer(session.createTopic("t"), "s" + number)
                        .close();
            }
            for (int number = SESSIONS / 2; number < SESSIONS; number++) {
                session.unsubscribe("s" + number);
            }
        }
        temporary.delete();
    }

    @Test
    @DisplayName("RCV-19 calls for subscriptions do not wait for each other's timeouts")
    void shouldSubscribeInTime() throws Exception {
        List<Session> sessions = new ArrayList<>();
        for (int number = 0; number < 2 * SESSIONS; number++) {
            Session session = connection.createSession();
            session.createDurableConsumer(session.createTopic("t"), "s" + number)
                    .close();
            sessions.add(session);
        }
        silence();

        List<CompletableFuture<Duration>> calls = new ArrayList<>();
        for (int number = 0; number < 2 * SESSIONS; number++) {
            Session session = sessions.get(number);
            String name = "s" + number;
            calls.add(start(() -> session.unsubscribe(name)));
        }
        for (CompletableFuture<Duration> call : calls) {
            assertThat(call.get(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                    .isLessThan(LONG);
        }
    }
}
