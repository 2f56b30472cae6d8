package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.ra.RestanteJcaConnectionFactory;
import dev.restante.ra.testing.Deployment;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.DissociatableManagedConnection;
import jakarta.resource.spi.LazyAssociatableConnectionManager;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Handle that changes its connection")
final class AssociationTest {

    private Deployment deployment;
    private final Lazy container = new Lazy();
    private RestanteJcaConnectionFactory factory;

    /** Container that takes connections from handles, and supplies another one at the next use. */
    private static final class Lazy implements ConnectionManager, LazyAssociatableConnectionManager {
        private static final long serialVersionUID = 1L;

        private final transient List<ManagedConnection> made = new ArrayList<>();
        private transient int closedWithoutConnection;

        @Override
        public Object allocateConnection(ManagedConnectionFactory of, ConnectionRequestInfo info)
                throws ResourceException {
            return make(of, info).getConnection(null, info);
        }

        private ManagedConnection make(ManagedConnectionFactory of, ConnectionRequestInfo info)
                throws ResourceException {
            ManagedConnection next = of.createManagedConnection(null, info);
            made.add(next);
            return next;
        }

        @Override
        public void associateConnection(Object handle, ManagedConnectionFactory of, ConnectionRequestInfo info)
                throws ResourceException {
            make(of, info).associateConnection(handle);
        }

        @Override
        public void inactiveConnectionClosed(Object handle, ManagedConnectionFactory of) {
            closedWithoutConnection++;
        }

        /** Takes the connections from all handles and closes the connections, as at the end of a method. */
        void methodEnds() throws ResourceException {
            for (ManagedConnection each : made) {
                ((DissociatableManagedConnection) each).dissociateConnections();
                each.destroy();
            }
        }
    }

    @BeforeEach
    void deploy() throws Exception {
        deployment = new Deployment();
        factory = (RestanteJcaConnectionFactory) deployment.managed.createConnectionFactory(container);
    }

    @AfterEach
    void undeploy() throws Exception {
        for (ManagedConnection each : container.made) {
            each.destroy();
        }
        deployment.close();
    }

    @Test
    @DisplayName("RA-30 a handle continues on the next connection with its producers, consumers and browsers")
    void shouldWorkWithAnother() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
            deployment.send("browsed", "0");
            QueueBrowser browser = session.createBrowser(session.createQueue("browsed"));
            producer.send(session.createTextMessage("1"));
            container.methodEnds();
            assertThat(((ManagedHandle) session).isValid(1)).isTrue();
            assertThat(browser.getEnumeration().hasMoreElements()).isTrue();
            producer.send(session.createTextMessage("2"));
            assertThat(consumer.receive(Deployment.TIMEOUT_MILLIS).getBody(String.class))
                    .isEqualTo("1");
            assertThat(consumer.receive(Deployment.TIMEOUT_MILLIS).getBody(String.class))
                    .isEqualTo("2");
        }
        assertThat(container.made).hasSize(2);
    }

    @Test
    @DisplayName("RA-30 a handle leaves no open consumer on the connection that the container takes from it")
    void shouldLeaveNothingOpen() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                JMSContext other = factory.createContext()) {
            session.createSharedDurableConsumer(session.createTopic("t"), "s");
            assertThatExceptionOfType(JMSRuntimeException.class).isThrownBy(() -> other.unsubscribe("s"));
            ((DissociatableManagedConnection) container.made.get(0)).dissociateConnections();
            other.unsubscribe("s");
        }
    }

    @Test
    @DisplayName("RA-30 a producer keeps its settings on the next connection")
    void shouldKeepSettings() throws Exception {
        try (JMSContext context = factory.createContext()) {
            JMSProducer producer = context.createProducer()
                    .setPriority(3)
                    .setPriority(8)
                    .setProperty("gone", 1)
                    .clearProperties()
                    .setProperty("color", "red")
                    .setProperty("color", "blue");
            container.methodEnds();
            producer.send(context.createQueue("q"), "a");
            assertThat(producer.getPriority()).isEqualTo(8);
            assertThat(producer.getPropertyNames()).containsExactly("color");
            assertThat(producer.getStringProperty("color")).isEqualTo("blue");
        }
    }

    @Test
    @DisplayName("RA-30 a context keeps its started state on the next connection")
    void shouldKeepStarted() throws Exception {
        deployment.send("q", "a");
        try (JMSContext context = factory.createContext()) {
            context.setAutoStart(false);
            JMSConsumer consumer = context.createConsumer(context.createQueue("q"));
            container.methodEnds();
            assertThat(consumer.receiveNoWait()).isNull();
            assertThat(context.getAutoStart()).isFalse();
            context.start();
            container.methodEnds();
            assertThat(consumer.receiveBody(String.class, Deployment.TIMEOUT_MILLIS))
                    .isEqualTo("a");
        }
    }

    @Test
    @DisplayName("RA-30 a handle without a connection can be closed, and the container is notified")
    void shouldCloseWithoutConnection() throws Exception {
        Connection connection = factory.createConnection();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(session.createQueue("q"));
        container.methodEnds();
        producer.close();
        connection.close();
        assertThat(container.closedWithoutConnection).isEqualTo(1);
        assertThat(container.made).hasSize(1);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::createMessage);
    }

    @Test
    @DisplayName("RA-30 a handle with temporary destinations keeps its connection")
    void shouldStayWithTemporaryDestinations() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            session.createTemporaryQueue();
            assertThatExceptionOfType(ResourceException.class)
                    .isThrownBy(((DissociatableManagedConnection) container.made.get(0))::dissociateConnections);
            session.createMessage();
            assertThat(container.made).hasSize(1);
        }
    }

    @Test
    @DisplayName("RA-30 a handle leaves its previous connection when it is associated with another one")
    void shouldMove() throws Exception {
        ManagedConnection former = deployment.managed.createManagedConnection(null, null);
        ManagedConnection next = deployment.managed.createManagedConnection(null, null);
        Session session = (Session) former.getConnection(null, null);
        MessageProducer producer = session.createProducer(session.createQueue("q"));
        next.associateConnection(session);
        former.destroy();
        producer.send(session.createTextMessage("a"));
        assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("a");
        next.cleanup();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::createMessage);
        next.destroy();
    }

    @Test
    @DisplayName("RA-30 a connection rejects handles with another interface and foreign handles")
    void shouldRefuseOthers() throws Exception {
        ManagedConnection connection = deployment.managed.createManagedConnection(null, null);
        ManagedConnection ofContexts =
                deployment.managed.createManagedConnection(null, new SessionRequest(SessionKind.CONTEXT, null));
        Object context = ofContexts.getConnection(null, null);
        assertThatExceptionOfType(ResourceException.class)
                .isThrownBy(() -> connection.associateConnection(context))
                .withMessageContaining("JMSContext");
        assertThatExceptionOfType(ResourceException.class)
                .isThrownBy(() -> connection.associateConnection("a text"))
                .withMessageContaining("Only a handle of Restante");
        connection.destroy();
        ofContexts.destroy();
    }
}
