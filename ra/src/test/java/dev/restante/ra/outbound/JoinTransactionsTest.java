package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import dev.restante.ra.RestanteJcaConnectionFactory;
import dev.restante.ra.RestanteManagedConnectionFactory;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.ServerDatabase;
import dev.restante.ra.testing.TestBootstrap;
import dev.restante.ra.testing.TestContainer;
import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.resource.NotSupportedException;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.TransactionSupport.TransactionSupportLevel;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Sessions in the transactions of the server's data source")
final class JoinTransactionsTest {

    private final TestContainer container = new TestContainer();
    private final TransactionSynchronizationRegistry registry = new TransactionSynchronizationRegistryImple();
    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    private final RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
    private ServerDatabase database;
    private RestanteJcaConnectionFactory factory;

    @BeforeEach
    void deploy() throws Exception {
        database = ServerDatabase.inMemory(container.transactions);
        adapter.setDataSource(database.jndiName);
        adapter.setOptions("lingerDuration=0s");
        adapter.start(new TestBootstrap(registry));
        managed.setJoinDataSourceTransactions(true);
        managed.setResourceAdapter(adapter);
        factory = (RestanteJcaConnectionFactory) managed.createConnectionFactory(container);
        factory.createContext().close();
    }

    @AfterEach
    void undeploy() throws Exception {
        if (container.transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            container.transactions.rollback();
        }
        container.close();
        adapter.stop();
        database.close();
        assertThat(container.errors).isEmpty();
    }

    private void send(String text) {
        send(factory, text);
    }

    private static void send(RestanteJcaConnectionFactory by, String text) {
        try (JMSContext context = by.createContext()) {
            context.createProducer().send(context.createQueue("q"), text);
        }
    }

    private Message receive() {
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue("q"))) {
            return consumer.receive(Deployment.TIMEOUT_MILLIS);
        }
    }

    private Message receiveNoWait() {
        return receiveNoWait(factory);
    }

    private static Message receiveNoWait(RestanteJcaConnectionFactory by) {
        try (JMSContext context = by.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue("q"))) {
            return consumer.receiveNoWait();
        }
    }

    @Test
    @DisplayName("BEY-01 a message and a row commit together, through one resource in one phase")
    void shouldCommit() throws Exception {
        container.begin();
        database.insert("a");
        send("a");
        assertThat(database.orders()).isEmpty();
        container.transactions.commit();
        assertThat(database.orders()).containsExactly("a");
        assertThat(database.dataSource.onePhase).containsExactly(true);
        assertThat(receive().getBody(String.class)).isEqualTo("a");
    }

    @Test
    @DisplayName("BEY-01 a message and a row are rolled back together")
    void shouldRollBack() throws Exception {
        container.begin();
        database.insert("a");
        send("a");
        container.transactions.rollback();
        assertThat(database.orders()).isEmpty();
        assertThat(receiveNoWait()).isNull();
    }

    @Test
    @DisplayName("BEY-01 a received message is completed together with the row, in one phase")
    void shouldCompleteWhatIsReceived() throws Exception {
        send("a");
        container.begin();
        database.insert(receive().getBody(String.class));
        container.transactions.commit();
        assertThat(database.orders()).containsExactly("a");
        assertThat(database.dataSource.onePhase).containsExactly(true);
        assertThat(receiveNoWait()).isNull();
    }

    @Test
    @DisplayName("BEY-01 a session neither sends nor receives in a transaction that timed out")
    void shouldRefuseAfterTimeOut() throws Exception {
        send("a");
        container.begin();
        TestContainer.rollBackFromAnotherThread(container.transactions);
        assertThatThrownBy(() -> send("b"))
                .hasStackTraceContaining("rolled back the transaction, for example after a timeout");
        assertThatThrownBy(this::receiveNoWait)
                .hasStackTraceContaining("rolled back the transaction, for example after a timeout");
        container.transactions.rollback();
        assertThat(receive().getBody(String.class)).isEqualTo("a");
        assertThat(receiveNoWait()).isNull();
    }

    @Test
    @DisplayName("BEY-01 a received message is redelivered with a higher count after a rollback")
    void shouldRedeliver() throws Exception {
        send("a");
        container.begin();
        assertThat(receive().getBody(String.class)).isEqualTo("a");
        container.transactions.rollback();
        assertThat(receive().getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }

    @Test
    @DisplayName("BEY-01 outside a transaction, sends and receives take effect immediately")
    void shouldWorkOutside() throws Exception {
        send("a");
        assertThat(receive().getBody(String.class)).isEqualTo("a");
        assertThat(receiveNoWait()).isNull();
    }

    @Test
    @DisplayName("EEC-04, EEC-07 a session reports its transaction and takes part in one transaction after the other")
    void shouldServeTransactions() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            assertThat(session.getTransacted()).isFalse();
            container.begin();
            assertThat(session.getTransacted()).isTrue();
            assertThatExceptionOfType(JMSException.class).isThrownBy(session::commit);
            producer.send(session.createTextMessage("rolled back"));
            container.transactions.rollback();
            container.begin();
            producer.send(session.createTextMessage("committed"));
            container.transactions.commit();
        }
        assertThat(receive().getBody(String.class)).isEqualTo("committed");
    }

    @Test
    @DisplayName("BEY-01 a transaction uses one connection of the data source until its end")
    void shouldHoldOneConnection() throws Exception {
        container.begin();
        send("1");
        send("2");
        assertThat(database.dataSource.ofTransactions.size()).isEqualTo(1);
        container.transactions.commit();
        assertThat(database.dataSource.ofTransactions.size()).isZero();
    }

    @Test
    @DisplayName("BEY-01 a connection that the server has closed within a transaction is replaced")
    void shouldTakeAnotherConnection() throws Exception {
        container.begin();
        send("1");
        assertThat(database.dataSource.ofTransactions.size()).isEqualTo(1);
        for (Object each : List.copyOf(database.dataSource.ofTransactions)) {
            ((java.sql.Connection) each).close();
        }
        send("2");
        container.transactions.commit();
        assertThat(receive().getBody(String.class)).isEqualTo("1");
        assertThat(receive().getBody(String.class)).isEqualTo("2");
    }

    @Test
    @DisplayName("RA-33 sessions have no resource to enlist, and the container is informed")
    void shouldHaveNoResource() throws Exception {
        assertThat(managed.getTransactionSupport()).isEqualTo(TransactionSupportLevel.NoTransaction);
        assertThat(new RestanteManagedConnectionFactory().getTransactionSupport())
                .isEqualTo(TransactionSupportLevel.XATransaction);
        ManagedConnection connection = managed.createManagedConnection(null, null);
        assertThatExceptionOfType(NotSupportedException.class).isThrownBy(connection::getXAResource);
        assertThatExceptionOfType(NotSupportedException.class).isThrownBy(connection::getLocalTransaction);
        connection.destroy();
    }

    @Test
    @DisplayName("BEY-01 the legacy interfaces are rejected, with the interface to use instead")
    void shouldRefuseDomains() throws Exception {
        try (Connection connection = factory.createQueueConnection()) {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(connection::createSession)
                    .withMessageContaining("Use jakarta.jms.ConnectionFactory");
        }
    }

    @Test
    @DisplayName("BEY-01 a data source that takes no part in transactions is rejected with the remedy")
    void shouldRefuseAnUnmanagedDataSource() throws Exception {
        TestContainer other = new TestContainer();
        try (ServerDatabase unmanaged = ServerDatabase.unmanaged()) {
            RestanteManagedConnectionFactory joining = new RestanteManagedConnectionFactory();
            joining.setDataSource(unmanaged.jndiName);
            joining.setOptions("lingerDuration=0s");
            joining.setJoinDataSourceTransactions(true);
            joining.setResourceAdapter(adapter);
            RestanteJcaConnectionFactory refusing =
                    (RestanteJcaConnectionFactory) joining.createConnectionFactory(other);
            container.begin();
            assertThatThrownBy(() -> send(refusing, "a"))
                    .hasMessageContaining(
                            "use a data source that takes part in the transactions of the application server");
            container.transactions.rollback();
            assertThat(receiveNoWait(refusing)).isNull();
            other.close();
        }
    }

    @Test
    @DisplayName("BEY-01 a session that joins transactions rejects topics")
    void shouldRefuseTopics() throws Exception {
        try (JMSContext context = factory.createContext()) {
            assertThatExceptionOfType(JMSRuntimeException.class)
                    .isThrownBy(() -> context.createConsumer(context.createTopic("t")));
            assertThat(List.of(context.getTransacted())).containsExactly(false);
        }
    }
}
