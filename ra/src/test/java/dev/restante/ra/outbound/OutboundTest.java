package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.ra.RestanteJcaConnectionFactory;
import dev.restante.ra.RestanteManagedConnectionFactory;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.TestContainer;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Connection factories in a container")
final class OutboundTest {

    private static final AtomicInteger STORES = new AtomicInteger();
    private static final long PATIENCE_MILLIS = 10_000;

    private final TestContainer container = new TestContainer();
    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    private final RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
    private RestanteJcaConnectionFactory factory;

    @BeforeEach
    void deploy() throws Exception {
        adapter.setUrl("jdbc:hsqldb:mem:ra" + STORES.incrementAndGet());
        adapter.setOptions("lingerDuration=0s");
        managed.setResourceAdapter(adapter);
        factory = (RestanteJcaConnectionFactory) managed.createConnectionFactory(container);
    }

    @AfterEach
    void undeploy() throws Exception {
        container.close();
        adapter.stop();
        assertThat(container.errors).isEmpty();
    }

    private void send(String text) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            session.createProducer(session.createQueue("q")).send(session.createTextMessage(text));
        }
    }

    private String take() throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Message message = session.createConsumer(session.createQueue("q")).receiveNoWait();
            return message == null ? null : message.getBody(String.class);
        }
    }

    @Test
    @DisplayName("SND-13 the property options sets foreignProperties for messages of other providers")
    void shouldEncodeForeignProperties() throws Exception {
        TextMessage foreign = (TextMessage) Proxy.newProxyInstance(
                TextMessage.class.getClassLoader(),
                new Class<?>[] {TextMessage.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPropertyNames" -> Collections.enumeration(List.of("order-id"));
                    case "getObjectProperty" -> 17;
                    default -> null;
                });
        RestanteManagedConnectionFactory encoding = new RestanteManagedConnectionFactory();
        encoding.setOptions("foreignProperties=encode");
        encoding.setResourceAdapter(adapter);
        factory = (RestanteJcaConnectionFactory) encoding.createConnectionFactory(container);
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Queue queue = session.createQueue("q");
            session.createProducer(queue).send(foreign);
            assertThat(session.createConsumer(queue).receive(PATIENCE_MILLIS).getIntProperty("order_x002d_id"))
                    .isEqualTo(17);
        }
    }

    @Test
    @DisplayName(
            "RA-30 a query of connection metadata without a session returns the managed connection to the container")
    void shouldGiveBackWhatMetaDataNeeds() throws Exception {
        try (Connection connection = factory.createConnection()) {
            assertThat(connection.getMetaData().getJMSVersion()).isEqualTo("3.1");
            assertThat(container.made).hasSize(1);
            assertThat(container.free).containsExactlyElementsOf(container.made);
        }
    }

    @Test
    @DisplayName("a handle equals only itself and works in sets")
    void shouldBeEqualToItself() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                Connection another = factory.createConnection();
                Session other = another.createSession()) {
            assertThat(new HashSet<>(List.of(session, other))).hasSize(2);
            assertThat(List.of(session, other).indexOf(other)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("EEC-04, EEC-05 a send takes effect at the commit of a transaction, or immediately outside one")
    void shouldSend() throws Exception {
        container.transactions.begin();
        send("rolled back");
        container.transactions.rollback();
        assertThat(take()).isNull();
        container.transactions.begin();
        send("committed");
        container.transactions.commit();
        assertThat(take()).isEqualTo("committed");
        send("at once");
        assertThat(take()).isEqualTo("at once");
        assertThat(take()).isNull();
        assertThat(container.made).hasSize(1);
    }

    @Test
    @DisplayName("EEC-04 a message received in a rolled-back transaction is redelivered with a higher count")
    void shouldReceive() throws Exception {
        send("a");
        container.transactions.begin();
        try (JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue("q");
            try (JMSConsumer consumer = context.createConsumer(queue)) {
                assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
            }
        }
        container.transactions.rollback();
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue("q"))) {
            Message again = consumer.receive(PATIENCE_MILLIS);
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
        assertThat(take()).isNull();
    }

    @Test
    @DisplayName("EEC-04, EEC-05, EEC-06 sessions and contexts report their mode inside and outside transactions")
    void shouldTellModes() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            assertThat(session.getTransacted()).isFalse();
            assertThat(session.getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
            session.recover();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::commit);
        }
        try (JMSContext context = factory.createContext(JMSContext.DUPS_OK_ACKNOWLEDGE)) {
            assertThat(context.getSessionMode()).isEqualTo(JMSContext.DUPS_OK_ACKNOWLEDGE);
        }
        container.transactions.begin();
        try (JMSContext context = factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            assertThat(context.getSessionMode()).isEqualTo(JMSContext.SESSION_TRANSACTED);
            assertThat(context.getTransacted()).isTrue();
            assertThatExceptionOfType(TransactionInProgressRuntimeException.class)
                    .isThrownBy(context::commit);
        }
        container.transactions.commit();
    }

    @Test
    @DisplayName("EEC-01, EEC-02, EEC-03 calls that components must not make are rejected")
    void shouldRefuse() throws Exception {
        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(connection::createSession);
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(connection::stop);
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> connection.setClientID("c"));
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> connection.setExceptionListener(any -> {}));
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> connection.createConnectionConsumer(session.createQueue("q"), null, null, 1));
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> session.setMessageListener(any -> {}));
            MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> consumer.setMessageListener(any -> {}));
            session.close();
            connection.createSession().close();
        }
        try (JMSContext context = factory.createContext()) {
            assertThatExceptionOfType(IllegalStateRuntimeException.class)
                    .isThrownBy(() -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE));
            assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(context::stop);
            assertThatExceptionOfType(IllegalStateRuntimeException.class)
                    .isThrownBy(() -> context.createProducer().setAsync(null));
        }
    }

    @Test
    @DisplayName("RA-30, RA-31 a closed handle is unusable, its connection is reused, and a transaction shares one")
    void shouldPoolAndShare() throws Exception {
        Connection connection = factory.createConnection();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(session.createQueue("q"));
        TextMessage message = session.createTextMessage("a");
        connection.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::createMessage);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> producer.send(message));
        assertThat(((ManagedHandle) session).isValid(1)).isFalse();
        ((ManagedHandle) session).close();
        container.transactions.begin();
        try (Connection one = factory.createConnection();
                Connection other = factory.createConnection()) {
            Session first = one.createSession();
            first.createProducer(first.createQueue("q")).send(first.createTextMessage("1"));
            Session second = other.createSession();
            second.createProducer(second.createQueue("q")).send(second.createTextMessage("2"));
            assertThat(((ManagedHandle) second).isValid(1)).isTrue();
            first.close();
            second.createProducer(second.createQueue("q")).send(second.createTextMessage("3"));
        }
        container.transactions.commit();
        assertThat(container.made).hasSize(1);
        assertThat(List.of(take(), take(), take())).containsExactly("1", "2", "3");
    }

    @Test
    @DisplayName("RA-33 a managed connection supports local transactions")
    void shouldCommitLocally() throws Exception {
        ManagedConnection connection = managed.createManagedConnection(null, null);
        Session session = (Session) connection.getConnection(null, null);
        LocalTransaction local = connection.getLocalTransaction();
        local.begin();
        assertThat(session.getTransacted()).isTrue();
        session.createProducer(session.createQueue("q")).send(session.createTextMessage("rolled back"));
        local.rollback();
        local.begin();
        session.createProducer(session.createQueue("q")).send(session.createTextMessage("committed"));
        assertThat(take()).isNull();
        local.commit();
        assertThat(take()).isEqualTo("committed");
        assertThatThrownBy(local::commit).hasMessageContaining("not begun");
        connection.destroy();
        assertThat(((ManagedHandle) session).isValid(1)).isFalse();
    }

    @Test
    @DisplayName("RA-34 a connection without a request has an XA resource for recovery")
    void shouldRecover() throws Exception {
        ManagedConnection connection = managed.createManagedConnection(null, null);
        assertThat(connection.getXAResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .isEmpty();
        connection.destroy();
    }
}
