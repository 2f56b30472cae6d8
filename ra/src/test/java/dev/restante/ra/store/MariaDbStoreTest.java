package dev.restante.ra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import dev.restante.ra.RestanteJcaConnectionFactory;
import dev.restante.ra.RestanteManagedConnectionFactory;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.ServerDatabase;
import dev.restante.ra.testing.TestBootstrap;
import dev.restante.ra.testing.TestContainer;
import dev.restante.testserver.TestMariaDb;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.mariadb.jdbc.MariaDbDataSource;

@DisplayName("Store on MariaDB")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
final class MariaDbStoreTest {

    private static MariaDbDataSource dataSource(String parameters) throws Exception {
        MariaDbDataSource made = new MariaDbDataSource(TestMariaDb.newDatabase() + parameters);
        made.setUser(TestMariaDb.USER);
        return made;
    }

    @Nested
    @DisplayName("Store in a data source of the server")
    class InDataSource extends DataSourceContract {
        @Override
        DataSource newDatabase() throws Exception {
            return dataSource("?transactionIsolation=READ-COMMITTED");
        }
    }

    @Test
    @DisplayName("BEY-01 joining a data source without READ COMMITTED fails, and the error names that isolation level")
    void shouldNameTheIsolation() throws Exception {
        TestContainer container = new TestContainer();
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        try (ServerDatabase database = ServerDatabase.of(container.transactions, dataSource(""))) {
            adapter.setDataSource(database.jndiName);
            adapter.setOptions("lingerDuration=0s");
            adapter.start(new TestBootstrap(new TransactionSynchronizationRegistryImple()));
            RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
            managed.setResourceAdapter(adapter);
            managed.setJoinDataSourceTransactions(true);
            var factory = (RestanteJcaConnectionFactory) managed.createConnectionFactory(container);
            container.begin();
            assertThatExceptionOfType(JMSRuntimeException.class)
                    .isThrownBy(() -> send(factory))
                    .withMessageContaining("READ COMMITTED");
            container.transactions.rollback();
            assertThat(database.orders()).isEmpty();
            container.close();
            adapter.stop();
        }
    }

    private static void send(RestanteJcaConnectionFactory factory) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("q"), "a");
        }
    }

    @Test
    @DisplayName("EEC-11 the adapter opens the store by JDBC URL, user and password with its own driver")
    void shouldBeNamedByUrl() throws Exception {
        Deployment deployment = new Deployment();
        try (deployment) {
            deployment.adapter.setUrl(TestMariaDb.newDatabase());
            deployment.adapter.setUser(TestMariaDb.USER);
            deployment.adapter.setPassword("");
            deployment.send("q", "a");
            assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("a");
            deployment.container.begin();
            deployment.send("q", "rolled back");
            deployment.container.transactions.rollback();
            deployment.container.begin();
            deployment.send("q", "committed");
            deployment.container.transactions.commit();
            assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("committed");
        }
    }
}
