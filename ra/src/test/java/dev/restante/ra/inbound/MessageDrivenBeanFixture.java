package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.ra.RestanteActivationSpec;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.EndpointServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Fixture with a server for message-driven beans, the resource adapter, and an external client of the same store. */
abstract class MessageDrivenBeanFixture {

    private static final AtomicInteger STORES = new AtomicInteger();
    static final long PATIENCE_SECONDS = 20;
    final String url = "jdbc:hsqldb:mem:inbound" + STORES.incrementAndGet();
    final EndpointServer server = new EndpointServer();
    final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    RestanteXAConnectionFactory outside;

    @BeforeEach
    void start() throws Exception {
        adapter.setUrl(url);
        adapter.setOptions("lingerDuration=0s");
        adapter.start(server);
        outside = EndpointServer.externalClient(url);
        // The in-memory store exists as long as this administration is open.
        outside.admin();
    }

    @AfterEach
    void stop() throws Exception {
        adapter.stop();
        outside.close();
        server.close();
    }

    RestanteActivationSpec spec(String queue) throws Exception {
        RestanteActivationSpec spec = new RestanteActivationSpec();
        spec.setDestination(queue);
        spec.setResourceAdapter(adapter);
        return spec;
    }

    void send(String queue, String... texts) {
        try (JMSContext context = outside.createContext()) {
            for (String text : texts) {
                context.createProducer().send(context.createQueue(queue), text);
            }
        }
    }

    void publish(String topic, String text) {
        try (JMSContext context = outside.createContext()) {
            context.createProducer().send(context.createTopic(topic), text);
        }
    }

    static String text(Message message) {
        try {
            return message.getBody(String.class);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    static String counted(Message message) {
        try {
            return text(message) + message.getIntProperty("JMSXDeliveryCount");
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    String next() throws InterruptedException {
        return received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    long count(String queue) throws JMSException {
        try (RestanteAdmin admin = outside.admin()) {
            var figures = admin.statistics(queue);
            return figures.available() + figures.inFlight();
        }
    }

    void awaitEmpty(String queue) throws Exception {
        awaitCount(queue, 0);
    }

    void awaitCount(String queue, long expected) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (count(queue) != expected) {
            assertThat(System.nanoTime()).as("time").isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
    }

    String dead(String queue) {
        try (JMSContext context = outside.createContext()) {
            return context.createConsumer(context.createQueue(queue + "/$DeadLetterQueue"))
                    .receiveBody(String.class, TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }
    }

    /** Waits until a bean has at most the given number of endpoints. */
    static void awaitEndpoints(EndpointServer.Bean bean, int most) {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (bean.endpoints.get() > most) {
            assertThat(System.nanoTime()).as("time").isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
