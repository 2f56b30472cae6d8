package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.Eventually;
import dev.restante.testing.JumpingTime;
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

/** What every group of Jakarta Messaging tests begins with: a new store, a factory and a started connection. */
public abstract class JmsContract {

    /** Long enough for whatever must happen; a test that waits this long fails. */
    public static final long PATIENCE_MILLIS = Eventually.PATIENCE_MILLIS;

    /** How long a receive waits for what must not come. */
    public static final long BRIEFLY_MILLIS = 150;

    public final JumpingTime time = new JumpingTime();
    public RestanteConnectionFactory factory;
    public Connection connection;
    private String url;

    @TempDir
    public Path directory;

    /** The URL of an empty store. */
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

    /** Another factory of the same store. */
    public final RestanteConnectionFactory newFactory() {
        return newFactory(url);
    }

    private RestanteConnectionFactory newFactory(String storeUrl) {
        RestanteConnectionFactory made = new RestanteConnectionFactory(storeUrl);
        made.setLingerDuration(Duration.ZERO);
        made.machineClock(time);
        // Some tests jump by 12 hours, and a node hands nothing out after its lease.
        made.setLeaseDuration(Duration.ofDays(10));
        return made;
    }

    /** Closes all and opens it again: with the same store, which outlives its node if this has been called before. */
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

    /** A number in the store, also one that the database's driver has as NULL. */
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

    /** SQL that has the least id of a table. MySQL takes it in an update of that table, as it is derived. */
    public static String oldest(String table) {
        return "(SELECT least FROM (SELECT MIN(id) AS least FROM " + table + ") oldest)";
    }

    /** Changes rows of the store behind the node's back; returns how many. */
    public final int update(String sql) throws SQLException {
        try (java.sql.Connection database = url().startsWith("jdbc:hsqldb")
                        ? DriverManager.getConnection(url(), "SA", "")
                        : DriverManager.getConnection(url());
                Statement statement = database.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** What sessions that acknowledge by themselves have received is acknowledged when this returns. */
    public final void acknowledgeReturned() throws JMSException {
        connection.stop();
        connection.start();
    }

    /** An administration of the store, to be closed by the test; tests of other ways to the node have another. */
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

    /** Sends a message and defers it; returns its number. */
    public final long deferred(Queue queue, String text) throws JMSException {
        send(queue, text);
        try (Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock lock = PeekLock.of(receive(consumer));
            lock.defer();
            return lock.sequenceNumber();
        }
    }

    /** A name such as "a1" is of group "a"; "-1" has none. */
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

    /** What is in a queue and nobody has, in order; consumed. */
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
                    .as("what the test waits for has happened")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for what threads of the provider do. */
    public static void eventually(String what, Callable<Boolean> condition) {
        Eventually.eventually(what, condition);
    }

    /** Runs something on a thread of its own. */
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

    /** Runs something that waits on a thread of its own, and returns when that thread is waiting. */
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

    /** Each of the calls is refused because of the state of its object. */
    public static void assertAllIllegal(ThrowingCallable... calls) {
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(call);
        }
    }

    public static <T> T result(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Waits until a thread waits for something, so that it is inside the call that the test is about. */
    public static void awaitWaiting(Thread thread) {
        while (!isWaiting(thread)) {
            Thread.onSpinWait();
        }
    }

    /** Tells whether a thread waits for something, with or without a time-out. */
    public static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }
}
