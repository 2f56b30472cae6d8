package dev.restante.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.outbound.UnmanagedConnectionAllocator;
import dev.restante.ra.testing.EndpointServer;
import dev.restante.ra.testing.TestNaming;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Objects that activations look up by JNDI name")
final class LookupTest {

    private static final AtomicInteger STORES = new AtomicInteger();
    private static final long PATIENCE_SECONDS = 20;

    private final String url = "jdbc:hsqldb:mem:lookup" + STORES.incrementAndGet();
    private final EndpointServer server = new EndpointServer();
    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final EndpointServer.Bean bean = server.new Bean(true, message -> {
        try {
            received.add(message.getBody(String.class));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    });
    private final RestanteActivationSpec spec = new RestanteActivationSpec();

    @BeforeEach
    void start() throws Exception {
        adapter.setUrl(url);
        adapter.start(server);
        spec.setResourceAdapter(adapter);
    }

    @AfterEach
    void stop() {
        adapter.stop();
        server.close();
        TestNaming.bind("jms/q", null);
        TestNaming.bind("jms/t", null);
        TestNaming.bind("jms/cf", null);
    }

    private void send(String to, String queue, String text) throws JMSException {
        try (RestanteXAConnectionFactory factory = EndpointServer.externalClient(to);
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue(queue), text);
        }
    }

    private String next() throws InterruptedException {
        return received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static RestanteQueue queue(String name) {
        RestanteQueue queue = new RestanteQueue();
        queue.setName(name);
        return queue;
    }

    @Test
    @DisplayName("RA-02, RA-37 an activation consumes a queue that an administrator has configured")
    void shouldFindQueue() throws Exception {
        TestNaming.bind("jms/q", queue("orders"));
        spec.setDestinationLookup("jms/q");
        spec.setDestinationType("jakarta.jms.Queue");
        adapter.endpointActivation(bean, spec);
        send(url, "orders", "a");
        assertThat(next()).isEqualTo("a");
    }

    @Test
    @DisplayName("RA-02 an activation consumes a topic whose type is known from the destination")
    void shouldFindTopic() throws Exception {
        RestanteTopic topic = new RestanteTopic();
        topic.setDestinationName("news");
        TestNaming.bind("jms/t", topic);
        spec.setDestinationLookup("jms/t");
        adapter.endpointActivation(bean, spec);
        try (RestanteXAConnectionFactory factory = EndpointServer.externalClient(url);
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createTopic("news"), "a");
            context.createProducer().send(topic, "b");
        }
        assertThat(java.util.List.of(next(), next())).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    @DisplayName("RA-03 an activation uses the store of the named connection factory")
    void shouldFindConnectionFactory() throws Exception {
        RestanteManagedQueueConnectionFactory managed = new RestanteManagedQueueConnectionFactory();
        managed.setResourceAdapter(adapter);
        managed.setUrl(url + "other");
        TestNaming.bind("jms/cf", managed.createConnectionFactory(new UnmanagedConnectionAllocator()));
        spec.setDestination("q");
        spec.setConnectionFactoryLookup("jms/cf");
        adapter.endpointActivation(bean, spec);
        send(url + "other", "q", "a");
        assertThat(next()).isEqualTo("a");
        assertThat(adapter.getXAResources(new RestanteActivationSpec[] {spec})).hasSize(1);
        TestNaming.bind("jms/cf", null);
        // The recovery of other stores continues.
        assertThat(adapter.getXAResources(new RestanteActivationSpec[] {spec})).isEmpty();
    }

    @Test
    @DisplayName("RA-16 an activation rejects a missing or unsuitable object with the property and the JNDI name")
    void shouldRefuse() throws Exception {
        spec.setDestinationLookup("jms/q");
        assertRefused("Property destinationLookup 'jms/q' is invalid: no object is bound to this JNDI name");
        TestNaming.bind("jms/q", "text");
        assertRefused(
                "Property destinationLookup 'jms/q' is invalid: it is not a queue or topic but a java.lang.String");
        TestNaming.bind("jms/q", queue("q"));
        spec.setDestinationType("jakarta.jms.Topic");
        assertRefused("Property destinationType 'jakarta.jms.Topic' is invalid: destinationLookup 'jms/q' refers to q");
        spec.setDestinationType("jakarta.jms.Queue");
        spec.setConnectionFactoryLookup("jms/cf");
        assertRefused("Property connectionFactoryLookup 'jms/cf' is invalid: no object is bound");
        TestNaming.bind("jms/cf", new RestanteXAConnectionFactory());
        assertRefused("Property connectionFactoryLookup 'jms/cf' is invalid: it is not a connection factory of this"
                + " resource adapter");
    }

    private void assertRefused(String text) {
        assertThatThrownBy(() -> adapter.endpointActivation(bean, spec)).hasMessageContaining(text);
        assertThat(bean.endpoints).hasValue(0);
    }

    @Test
    @DisplayName("RA-37 administered destinations are equal by name and kind, and can be serialized")
    void shouldBeValues() throws Exception {
        RestanteTopic topic = new RestanteTopic();
        topic.setName("a");
        assertThat(queue("a"))
                .isEqualTo(queue("a"))
                .hasSameHashCodeAs(queue("a"))
                .isNotEqualTo(queue("b"));
        assertThat((Object) queue("a")).isNotEqualTo(topic);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(queue("a"));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((RestanteQueue) in.readObject()).getQueueName()).isEqualTo("a");
        }
        assertThatThrownBy(new RestanteQueue()::getQueueName)
                .hasMessageContaining("RestanteQueue has no name. Set the property name of the administered object");
    }
}
