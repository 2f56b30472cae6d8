package dev.restante.ra.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import dev.restante.ra.RestanteJcaConnectionFactory;
import dev.restante.ra.RestanteManagedConnectionFactory;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.ServerDatabase;
import dev.restante.ra.testing.TestBootstrap;
import dev.restante.ra.testing.TestContainer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of a store in a data source of the server, for each database. */
abstract class DataSourceContract {

    private final TestContainer container = new TestContainer();
    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    private ServerDatabase database;

    /** Creates a database for the server's data source, without tables of the store. */
    abstract DataSource newDatabase() throws Exception;

    @BeforeEach
    final void deploy() throws Exception {
        database = ServerDatabase.of(container.transactions, newDatabase());
        adapter.setDataSource(database.jndiName);
        adapter.setOptions("lingerDuration=0s");
        adapter.start(new TestBootstrap(new TransactionSynchronizationRegistryImple()));
    }

    @AfterEach
    final void undeploy() throws Exception {
        container.close();
        adapter.stop();
        database.close();
        assertThat(container.errors).isEmpty();
    }

    private RestanteJcaConnectionFactory factory(boolean joining) throws Exception {
        RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
        managed.setResourceAdapter(adapter);
        managed.setJoinDataSourceTransactions(joining);
        return (RestanteJcaConnectionFactory) managed.createConnectionFactory(container);
    }

    private static void send(RestanteJcaConnectionFactory factory, String text) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("q"), text);
        }
    }

    private static Message receive(RestanteJcaConnectionFactory factory) {
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue("q"))) {
            return consumer.receive(Deployment.TIMEOUT_MILLIS);
        }
    }

    @Test
    @DisplayName(
            "EEC-11 the store opens within a transaction of the application, and commits with it as its own resource")
    void shouldBeAResource() throws Exception {
        RestanteJcaConnectionFactory factory = factory(false);
        container.begin();
        database.insert("a");
        send(factory, "a");
        container.transactions.commit();
        assertThat(database.orders()).containsExactly("a");
        assertThat(database.dataSource.onePhase).containsExactly(false);
        container.begin();
        assertThat(receive(factory).getBody(String.class)).isEqualTo("a");
        container.transactions.rollback();
        assertThat(receive(factory).getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }

    @ParameterizedTest(name = "its connections say that they are in auto-commit mode: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("BEY-01 the store joins the application's transactions, which commit in one phase or roll back")
    void shouldJoin(boolean saysAutoCommit) throws Exception {
        database.dataSource.saysAutoCommit = saysAutoCommit;
        RestanteJcaConnectionFactory factory = factory(true);
        container.begin();
        database.insert("rolled back");
        send(factory, "rolled back");
        container.transactions.rollback();
        container.begin();
        database.insert("a");
        send(factory, "a");
        container.transactions.commit();
        assertThat(database.orders()).containsExactly("a");
        assertThat(database.dataSource.onePhase).containsExactly(true);
        container.begin();
        assertThat(receive(factory).getBody(String.class)).isEqualTo("a");
        container.transactions.rollback();
        container.begin();
        assertThat(receive(factory).getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        container.transactions.commit();
    }
}
