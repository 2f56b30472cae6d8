package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.Eventually;
import dev.restante.testing.OffsetSystemClock;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests of Jakarta Messaging, with a new store, a factory and a started connection. */
public abstract class JmsContract {

    /** Time within which each expected event must happen. A test that waits this long fails. */
    public static final long PATIENCE_MILLIS = Eventually.PATIENCE_MILLIS;

    /** Time for which a receive waits for a message that must not come. */
    public static final long BRIEFLY_MILLIS = 150;

    public final OffsetSystemClock time = new OffsetSystemClock();
    public RestanteConnectionFactory factory;
    public Connection connection;
    private String url;

    @TempDir
    public Path directory;

    public abstract String newStoreUrl(Path emptyDirectory);

    @BeforeEach
    public final void openConnection() throws JMSException {
        url = newStoreUrl(directory);
        factory = newFactory();
        connection = factory.createConnection();
        connection.start();
    }

    @AfterEach
    public final void closeFactory() throws JMSException {
        factory.close();
    }

    public final RestanteConnectionFactory newFactory() {
        return newFactory(url);
    }

    private RestanteConnectionFactory newFactory(String storeUrl) {
        RestanteConnectionFactory made = new RestanteConnectionFactory(storeUrl);
        made.setLingerDuration(Duration.ZERO);
        made.options().setMachineClock(time);
        // Some tests move the clock by 12 hours, and a node delivers nothing after the end of its lease.
        made.setLeaseDuration(Duration.ofDays(10));
        return made;
    }

    /**
     * Closes the factory and opens the store again. The first call replaces a store in memory by an empty store in
     * files, which later calls keep.
     */
    public final void reopen() throws JMSException {
        factory.close();
        if (url.startsWith("jdbc:hsqldb:mem")) {
            url = "jdbc:hsqldb:file:" + directory.resolve("store");
        }
        factory = newFactory();
        connection = factory.createConnection();
        connection.start();
    }

    public final String url() {
        return url;
    }

    /** Returns a number from the store, or 0 if it is NULL. */
    public final long stored(String expression) throws SQLException {
        try (java.sql.Connection database = url().startsWith("jdbc:hsqldb")
                        ? DriverManager.getConnection(url(), "SA", "")
                        : DriverManager.getConnection(url());
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + expression)) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * Returns SQL for the lowest id of a table. MySQL accepts it in an update of that table, because it is a derived
     * table.
     */
    public static String oldest(String table) {
        return "(SELECT least FROM (SELECT MIN(id) AS least FROM " + table + ") oldest)";
    }

    /** Changes rows of the store without the node, and returns the number of changed rows. */
    public final int update(String sql) throws SQLException {
        try (java.sql.Connection database = url().startsWith("jdbc:hsqldb")
                        ? DriverManager.getConnection(url(), "SA", "")
                        : DriverManager.getConnection(url());
                Statement statement = database.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** Acknowledges the messages that auto-acknowledge sessions have received. */
    public final void acknowledgeReturned() throws JMSException {
        connection.stop();
        connection.start();
    }

    /** Returns an administration of the store, which the test closes. Subclasses can reach the node in another way. */
    public RestanteAdmin administration() throws JMSException {
        return factory.admin();
    }

    public final Session autoSession() throws JMSException {
        return connection.createSession();
    }

    public static void send(Session session, Queue queue, String... texts) throws JMSException {
        try (var producer = session.createProducer(queue)) {
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    public final void send(Queue queue, String... texts) throws JMSException {
        try (Session session = connection.createSession()) {
            send(session, queue, texts);
        }
    }

    /** Sends a message, defers it, and returns its sequence number. */
    public final long deferred(Queue queue, String text) throws JMSException {
        send(queue, text);
        try (Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock lock = PeekLock.of(receive(consumer));
            lock.defer();
            return lock.sequenceNumber();
        }
    }

    /** Returns a message with a group: the name "a1" belongs to the group "a", and the name "-1" has no group. */
    public static TextMessage grouped(Session session, String name) throws JMSException {
        TextMessage message = session.createTextMessage(name);
        if (!name.startsWith("-")) {
            message.setStringProperty("JMSXGroupID", name.substring(0, 1));
        }
        return message;
    }

    public final Queue queue(String name) throws JMSException {
        try (Session session = connection.createSession()) {
            return session.createQueue(name);
        }
    }

    public static String text(Message message) throws JMSException {
        assertThat(message).as("message").isInstanceOf(TextMessage.class);
        return ((TextMessage) message).getText();
    }

    public static Message receive(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(PATIENCE_MILLIS);
        assertThat(message).as("a message").isNotNull();
        return message;
    }

    public static void assertNothing(MessageConsumer consumer) throws JMSException {
        assertThat(consumer.receiveNoWait()).isNull();
    }

    /** Receives all available messages of a queue, and returns their texts in order. */
    public final List<String> drain(Queue queue) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                texts.add(text(next));
            }
        }
        return texts;
    }

    public static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                    .as("another thread has counted the latch down")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for an effect of threads of the provider. */
    public static void eventually(String what, Callable<Boolean> condition) {
        Eventually.eventually(what, condition);
    }

    public static <T> CompletableFuture<T> onOtherThread(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** Runs blocking work on a new thread, and returns when that thread waits. */
    public static <T> CompletableFuture<T> waitingOnOtherThread(Callable<T> work) {
        AtomicReference<Thread> waiting = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<T> result = onOtherThread(() -> {
            waiting.set(Thread.currentThread());
            begun.countDown();
            return work.call();
        });
        await(begun);
        awaitWaiting(waiting.get());
        return result;
    }

    /** Asserts that each call is rejected because of the state of its object. */
    public static void assertAllIllegal(ThrowingCallable... calls) {
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(call);
        }
    }

    public static <T> T result(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Waits until a thread waits, so that the thread is inside the call under test. */
    public static void awaitWaiting(Thread thread) {
        while (!isWaiting(thread)) {
            Thread.onSpinWait();
        }
    }

    /** Returns whether a thread waits, with or without a timeout. */
    public static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }
}
