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
 * What every test of Spring begins with: a store, a factory, a template with a connection for each call, and the
 * provider's footprint.
 */
abstract class SpringContract {

    /** Long enough for whatever must happen; a test that waits this long fails. */
    static final long PATIENCE_MILLIS = 30_000;

    static final String DEAD_LETTERS = "/$DeadLetterQueue";

    RestanteConnectionFactory factory;
    JmsTemplate template;
    private Footprint before;

    /** Keeps the node open, whose store may be in memory. */
    Connection keeper;

    /** The URL of the store, which all tests of a class share. */
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
        // The test itself must not be what keeps it.
        keeper = null;
        before.awaitNoMore();
    }

    final RestanteConnectionFactory newFactory() {
        return new RestanteConnectionFactory(storeUrl());
    }

    static JmsTemplate template(ConnectionFactory connections) {
        JmsTemplate made = new JmsTemplate(connections);
        made.setReceiveTimeout(PATIENCE_MILLIS);
        return made;
    }

    /** An empty queue. */
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

    /** How many messages of a queue are there, in whatever state. */
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
        T next = seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        assertThat(next).as("what a listener got").isNotNull();
        return next;
    }

    static void eventually(String what, Callable<Boolean> condition) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            while (!condition.call()) {
                assertThat(System.nanoTime()).as("did not come true: " + what).isLessThan(deadlineNanos);
                LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            }
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }

    /** One delivery, as a listener saw it. */
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

    /** A queue of what listeners see. */
    static <T> BlockingQueue<T> sightings() {
        return new LinkedBlockingQueue<>();
    }
}
