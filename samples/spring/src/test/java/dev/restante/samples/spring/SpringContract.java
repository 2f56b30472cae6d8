package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jms.core.JmsTemplate;

/**
 * Base class of the Spring tests, with a store, a factory, and a template with a connection for each call. It checks
 * that the provider's footprint does not grow.
 */
abstract class SpringContract {

    /** Timeout of every wait. A test that waits this long fails. */
    static final long TIMEOUT_MILLIS = 30_000;

    static final String DEAD_LETTERS = "/$DeadLetterQueue";

    RestanteConnectionFactory factory;
    JmsTemplate template;
    private Footprint before;

    /** Connection that keeps the node open, because the store may be in memory. */
    Connection keeper;

    /** Returns the URL of the store, which all tests of a class share. */
    abstract String storeUrl();

    @BeforeEach
    final void openFactory() throws JMSException {
        before = Footprint.now();
        factory = newFactory();
        template = template(factory);
        keeper = factory.createConnection();
    }

    @AfterEach
    final void closeFactory() throws JMSException {
        factory.close();
        // The test itself must not keep the connection reachable.
        keeper = null;
        before.awaitNoMore();
    }

    final RestanteConnectionFactory newFactory() {
        return new RestanteConnectionFactory(storeUrl());
    }

    static JmsTemplate template(ConnectionFactory connections) {
        JmsTemplate made = new JmsTemplate(connections);
        made.setReceiveTimeout(TIMEOUT_MILLIS);
        return made;
    }

    /** Creates an empty queue. */
    final String queue(String name, QueueOptions options) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue(name, true);
            admin.createQueue(name, options);
        }
        return name;
    }

    final String queue(String name) throws JMSException {
        return queue(name, QueueOptions.defaults());
    }

    /** Returns the number of available, in-flight and scheduled messages of a queue. */
    final long stored(String queue) {
        try (RestanteAdmin admin = factory.admin()) {
            var statistics = admin.statistics(queue);
            return statistics.available() + statistics.inFlight() + statistics.scheduled();
        } catch (InvalidDestinationException nobodyHasUsedIt) {
            return 0;
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    final String receiveText(String queue) throws JMSException {
        Message message = template.receive(queue);
        assertThat(message).as("a message of " + queue).isNotNull();
        return message.getBody(String.class);
    }

    final void assertEmpty(String queue) {
        assertThat(stored(queue)).as("messages of " + queue).isZero();
    }

    static <T> T next(BlockingQueue<T> seen) throws InterruptedException {
        T next = seen.poll(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        assertThat(next).as("message of a listener").isNotNull();
        return next;
    }

    static void eventually(String what, Callable<Boolean> condition) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
        try {
            while (!condition.call()) {
                assertThat(System.nanoTime())
                        .as("condition did not become true in time: " + what)
                        .isLessThan(deadlineNanos);
                LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            }
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }

    /** Delivery as seen by a listener. */
    record Seen(String text, int deliveryCount, boolean redelivered) {
        static Seen of(Message message) {
            try {
                return new Seen(
                        message.getBody(String.class),
                        message.getIntProperty("JMSXDeliveryCount"),
                        message.getJMSRedelivered());
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        }
    }

    static <T> BlockingQueue<T> sightings() {
        return new LinkedBlockingQueue<>();
    }
}
