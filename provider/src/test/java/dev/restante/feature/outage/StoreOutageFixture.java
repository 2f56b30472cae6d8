package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Connection to a database behind a proxy that simulates outages. */
abstract class StoreOutageFixture {

    static final Duration STORE_TIMEOUT = Duration.ofSeconds(2);

    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    final SharedServer server;
    final String directUrl;
    final DatabaseProxy proxy;
    final BlockingQueue<JMSException> told = new LinkedBlockingQueue<>();
    RestanteConnectionFactory factory;
    Connection connection;
    Session session;
    Queue queue;
    private @Nullable MessageProducer producer;

    StoreOutageFixture(SharedServer server) {
        this.server = server;
        this.directUrl = server.newDatabase();
        this.proxy = new DatabaseProxy(directUrl);
    }

    @BeforeEach
    final void open() throws JMSException {
        open(Duration.ofSeconds(15));
    }

    void open(Duration lease) throws JMSException {
        factory = new RestanteConnectionFactory(proxy.url());
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(lease);
        factory.setStoreTimeout(STORE_TIMEOUT);
        connection = factory.createConnection();
        connection.setExceptionListener(told::add);
        connection.start();
        session = connection.createSession();
        queue = session.createQueue("q");
        producer = null;
    }

    @AfterEach
    final void close() throws JMSException, IOException {
        proxy.restore();
        factory.close();
        proxy.close();
    }

    /** Sends with the only producer of the session, because no producer can be opened in an outage. */
    void send(String text) throws JMSException {
        if (producer == null) {
            producer = session.createProducer(queue);
        }
        producer.send(session.createTextMessage(text));
    }

    /** Ends the outage, and waits until a call reaches the database. Connecting can take long on a busy machine. */
    final void restoreAndAwaitStore() {
        proxy.restore();
        JmsContract.eventually("a call reaches the database", () -> {
            try (QueueBrowser browser = session.createBrowser(queue)) {
                browser.getEnumeration().hasMoreElements();
                return true;
            } catch (JMSException unavailable) {
                return false;
            }
        });
    }

    /** Waits until no database connection counts as alive, so that the next send tests its connection first. */
    static void beQuiet() {
        long sinceNanos = System.nanoTime();
        while (System.nanoTime() - sinceNanos < QUIET_NANOS) {
            Thread.onSpinWait();
        }
    }

    static <T> T next(BlockingQueue<T> from) throws InterruptedException {
        T taken = from.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        assertThat(taken).as("next report to the exception listener").isNotNull();
        return taken;
    }

    /** Returns the messages in the queue, received by a separate node that never lost a connection. */
    List<String> drain() throws JMSException {
        factory.close();
        List<String> texts = new ArrayList<>();
        try (RestanteConnectionFactory direct = new RestanteConnectionFactory(directUrl)) {
            direct.setLingerDuration(Duration.ZERO);
            Connection other = direct.createConnection();
            other.start();
            MessageConsumer consumer = other.createSession().createConsumer(queue);
            for (Message message = consumer.receiveNoWait(); message != null; message = consumer.receiveNoWait()) {
                texts.add(JmsContract.text(message));
            }
        }
        return texts;
    }
}
