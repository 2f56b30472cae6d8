package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.ra.base.JcaExceptionTranslation;
import dev.restante.ra.testing.Deployment;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ManagedConnection;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Lost connections")
final class LostConnectionRuleTest {

    private final List<String> events = new ArrayList<>();
    private Deployment deployment;

    @BeforeEach
    void deploy() throws Exception {
        deployment = new Deployment();
    }

    @AfterEach
    void undeploy() throws Exception {
        deployment.close();
    }

    /** Listener that records the events of the container. */
    private class RecordingListener implements ConnectionEventListener {
        @Override
        public void connectionClosed(ConnectionEvent event) {
            events.add("closed");
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            events.add("lost: " + JcaExceptionTranslation.errorCode(event.getException()));
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {
            events.add("local transaction");
        }

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {
            events.add("local transaction");
        }

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {
            events.add("local transaction");
        }
    }

    private ManagedConnection open(SessionKind kind) throws ResourceException {
        ManagedConnection opened = deployment.managed.createManagedConnection(null, new SessionRequest(kind, null));
        opened.addConnectionEventListener(new RecordingListener());
        return opened;
    }

    private Set<Object> invalid(ManagedConnection connection) {
        return deployment.managed.getInvalidConnections(Set.of(connection));
    }

    /** Declares the node dead, as other nodes do with a silent node. */
    private void declareNodeDead() throws SQLException {
        try (Connection connection = DriverManager.getConnection(deployment.adapter.getUrl(), "SA", "");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE restante_pipeline SET alive = FALSE");
        }
    }

    @Test
    @DisplayName("RA-31 the container, and then the application, learns that the node was declared dead")
    void shouldTellThatTheNodeIsDead() throws Exception {
        ManagedConnection connection = open(SessionKind.ANY);
        Session session = (Session) connection.getConnection(null, null);
        MessageProducer producer = session.createProducer(session.createQueue("q"));
        declareNodeDead();
        try {
            producer.send(session.createMessage());
        } catch (JMSException told) {
            events.add("application: " + told.getErrorCode());
        }
        assertThat(events).containsExactly("lost: RESTANTE-NODE-FENCED", "application: RESTANTE-NODE-FENCED");
        assertThat(((ManagedHandle) session).isValid(1)).isFalse();
        assertThat(invalid(connection)).containsExactly(connection);
        assertThatExceptionOfType(ResourceException.class).isThrownBy(() -> connection.getConnection(null, null));
        connection.destroy();
    }

    @Test
    @DisplayName("RA-31 the container learns that an idle connection is lost")
    void shouldTellOfIdleOnes() throws Exception {
        BlockingQueue<ManagedConnection> lost = new LinkedBlockingQueue<>();
        ManagedConnection idle =
                deployment.managed.createManagedConnection(null, new SessionRequest(SessionKind.ANY, null));
        idle.addConnectionEventListener(new RecordingListener() {
            @Override
            public void connectionErrorOccurred(ConnectionEvent event) {
                lost.add((ManagedConnection) event.getSource());
            }
        });
        declareNodeDead();
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> deployment.send("q", "a"));
        assertThat(lost.poll(Deployment.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)).isSameAs(idle);
        idle.destroy();
    }

    @Test
    @DisplayName("RA-31 the container learns once that a connection was closed")
    void shouldTellThatItWasClosed() throws Exception {
        ManagedConnection connection = open(SessionKind.ANY);
        Session session = (Session) connection.getConnection(null, null);
        MessageProducer producer = session.createProducer(session.createQueue("q"));
        assertThat(invalid(connection)).isEmpty();
        deployment.adapter.stop();
        assertThat(invalid(connection)).containsExactly(connection);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::createMessage);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> producer.setTimeToLive(1));
        assertThat(events).containsExactly("lost: RESTANTE-CLOSED");
        connection.destroy();
    }

    @Test
    @DisplayName("RA-31 the container also learns that the connection of a context was closed")
    void shouldTellContexts() throws Exception {
        ManagedConnection connection = open(SessionKind.CONTEXT);
        JMSContext context = (JMSContext) connection.getConnection(null, null);
        deployment.adapter.stop();
        assertThatExceptionOfType(JMSRuntimeException.class).isThrownBy(context::createMessage);
        assertThat(events).containsExactly("lost: RESTANTE-CLOSED");
        connection.destroy();
    }

    @Test
    @DisplayName("RA-31 a closed consumer or producer, or a rejected call, does not make a connection unusable")
    void shouldKeepConnectionsThatWork() throws Exception {
        ManagedConnection connection = open(SessionKind.ANY);
        Session session = (Session) connection.getConnection(null, null);
        MessageProducer producer = session.createProducer(session.createQueue("q"));
        producer.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> producer.send(session.createMessage()));
        MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
        consumer.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(consumer::receiveNoWait);
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> session.createConsumer(session.createQueue("q"), "no selector ="));
        IllegalStateException ofAPart = new IllegalStateException("a consumer is closed", "RESTANTE-CLOSED");
        assertThat(LostConnectionRule.isLost(ofAPart, ((RestanteManagedConnection) connection).session()))
                .isFalse();
        assertThat(events).isEmpty();
        assertThat(invalid(connection)).isEmpty();
        session.createProducer(session.createQueue("q")).send(session.createMessage());
        connection.destroy();
    }

    @Test
    @DisplayName("RA-31 the container learns once, without an error, that a handle was closed")
    void shouldTellThatHandlesClose() throws Exception {
        ManagedConnection connection = open(SessionKind.ANY);
        Session session = (Session) connection.getConnection(null, null);
        session.close();
        session.close();
        assertThat(events).containsExactly("closed");
        connection.destroy();
        session.close();
        assertThat(events).containsExactly("closed");
    }

    @Test
    @DisplayName("RA-27 a lost connection is reported to the log writer of the factory")
    void shouldLog() throws Exception {
        StringWriter log = new StringWriter();
        PrintWriter writer = new PrintWriter(log);
        deployment.managed.setLogWriter(writer);
        ManagedConnection connection = open(SessionKind.ANY);
        assertThat(connection.getLogWriter()).isSameAs(writer);
        Session session = (Session) connection.getConnection(null, null);
        deployment.adapter.stop();
        assertThatExceptionOfType(JMSException.class).isThrownBy(session::createMessage);
        assertThat(log.toString()).contains("a connection to the store was lost");
        connection.setLogWriter(null);
        assertThat(connection.getLogWriter()).isNull();
        connection.destroy();
    }
}
