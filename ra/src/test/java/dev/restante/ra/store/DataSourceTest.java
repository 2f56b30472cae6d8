package dev.restante.ra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.ra.RestanteJcaConnectionFactory;
import dev.restante.ra.RestanteManagedConnectionFactory;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.server.JndiDataSource;
import dev.restante.ra.testing.ServerDatabase;
import dev.restante.ra.testing.TestContainer;
import dev.restante.ra.testing.TestNaming;
import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ManagedConnection;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Store in a data source of the server")
final class DataSourceTest {

    private final TestContainer container = new TestContainer();
    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    private final RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
    private ServerDatabase database;
    private RestanteJcaConnectionFactory factory;

    @BeforeEach
    void deploy() throws Exception {
        database = ServerDatabase.inMemory(container.transactions);
        adapter.setDataSource(database.jndiName);
        adapter.setOptions("lingerDuration=0s");
        managed.setResourceAdapter(adapter);
        factory = (RestanteJcaConnectionFactory) managed.createConnectionFactory(container);
    }

    @AfterEach
    void undeploy() throws Exception {
        container.close();
        adapter.stop();
        database.close();
        assertThat(container.errors).isEmpty();
    }

    private String take(String queue) {
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            return consumer.receiveBodyNoWait(String.class);
        }
    }

    @Test
    @DisplayName("the store can be opened, used and closed within a transaction without taking part in it")
    void shouldKeepOutOfTransactions() throws Exception {
        container.begin();
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            session.createProducer(session.createQueue("q")).send(session.createTextMessage("rolled back"));
            Topic topic = session.createTopic("t");
            session.createConsumer(topic).close();
            try (QueueBrowser browser = session.createBrowser(session.createQueue("q"))) {
                assertThat(browser.getEnumeration().hasMoreElements()).isFalse();
            }
            session.createTemporaryQueue().delete();
        }
        database.insert("rolled back");
        container.transactions.rollback();
        assertThat(database.orders()).isEmpty();
        assertThat(take("q")).isNull();
        try (JMSContext context = factory.createContext()) {
            // Created subscriptions exist, because they are not part of the transaction.
            context.createConsumer(context.createTopic("t")).close();
        }
    }

    @Test
    @DisplayName("EEC-04, EEC-11 the store commits with the rows of the application, as its own resource")
    void shouldCommit() throws Exception {
        factory.createContext().close();
        container.begin();
        database.insert("a");
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("q"), "a");
        }
        assertThat(database.orders()).isEmpty();
        container.transactions.commit();
        assertThat(database.orders()).containsExactly("a");
        assertThat(database.dataSource.onePhase).containsExactly(false);
        container.begin();
        assertThat(take("q")).isEqualTo("a");
        container.transactions.rollback();
        assertThat(take("q")).isEqualTo("a");
    }

    @Test
    @DisplayName("the store closes all its connections when the adapter stops")
    void shouldGiveBackConnections() throws Exception {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("q"), "a");
        }
        assertThat(database.dataSource.open).isNotEmpty();
        container.close();
        adapter.stop();
        assertThat(database.dataSource.open).isEmpty();
    }

    @Test
    @DisplayName("all connection factories that name a data source share one store")
    void shouldBeShared() throws Exception {
        RestanteManagedConnectionFactory other = new RestanteManagedConnectionFactory();
        other.setDataSource(database.jndiName);
        other.setResourceAdapter(adapter);
        ManagedConnection one = managed.createManagedConnection(null, null);
        ManagedConnection second = other.createManagedConnection(null, null);
        assertThat(one.getXAResource().isSameRM(second.getXAResource())).isTrue();
        one.destroy();
        second.destroy();
    }

    @Test
    @DisplayName("RA-35 the credentials that an application names are checked even within a transaction")
    void shouldCheckCredentials() throws Exception {
        container.begin();
        factory.createConnection("SA", "").close();
        assertThatExceptionOfType(JMSSecurityException.class).isThrownBy(() -> factory.createConnection("SA", "wrong"));
        container.transactions.rollback();
    }

    @Test
    @DisplayName("a missing data source is reported at the first use with the remedy, and found as soon as it exists")
    void shouldLookUpAgain() throws Exception {
        String name = "java:/" + UUID.randomUUID();
        RestanteManagedConnectionFactory early = new RestanteManagedConnectionFactory();
        early.setDataSource(name);
        early.setResourceAdapter(adapter);
        RestanteJcaConnectionFactory waiting =
                (RestanteJcaConnectionFactory) early.createConnectionFactory(new TestContainer());
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> early.createManagedConnection(null, null))
                .withMessageContaining("Property dataSource '" + name + "'")
                .withMessageContaining("Create the data source");
        try (Connection connection = waiting.createConnection()) {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(connection::createSession)
                    .withMessageContaining("Property dataSource '" + name + "'");
        }
        TestNaming.bind(name, "a text");
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> early.createManagedConnection(null, null))
                .withMessageContaining("java.lang.String");
        TestNaming.bind(name, database.dataSource);
        early.createManagedConnection(null, null).destroy();
        TestNaming.bind(name, null);
    }

    @Test
    @DisplayName("a data source is looked up again after a failure, because it may have been redeployed")
    void shouldFindTheNextOne() throws Exception {
        String name = "java:/" + UUID.randomUUID();
        TestNaming.bind(name, JndiDataSource.of("java:/nothing here"));
        JndiDataSource jndiDataSource = JndiDataSource.of(name);
        assertThatExceptionOfType(java.sql.SQLException.class).isThrownBy(jndiDataSource::getConnection);
        TestNaming.bind(name, database.dataSource);
        jndiDataSource.getConnection().close();
        TestNaming.bind(name, null);
    }
}
