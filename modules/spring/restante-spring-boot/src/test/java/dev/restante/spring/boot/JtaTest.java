package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import dev.restante.spring.StoreConfigurationException;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jboss.narayana.jta.jms.ConnectionFactoryProxy;
import org.jboss.narayana.jta.jms.TransactionHelperImpl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.jms.XAConnectionFactoryWrapper;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(120)
@DisplayName("Application with a JTA transaction manager")
class JtaTest {

    @TempDir
    private static Path logs;

    @BeforeAll
    static void chooseLog() {
        // Without the status manager Narayana opens no port. No other process asks for these transactions.
        arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
        for (String store : new String[] {"default", "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(logs.toString());
        }
    }

    /** Narayana with the beans of its own starter. */
    @Configuration(proxyBeanMethods = false)
    static class NarayanaConfiguration {

        @Bean
        TransactionManager narayana() {
            return com.arjuna.ats.jta.TransactionManager.transactionManager();
        }

        @Bean
        UserTransaction narayanaUserTransaction() {
            return com.arjuna.ats.jta.UserTransaction.userTransaction();
        }

        @Bean
        JtaTransactionManager transactionManager(UserTransaction user, TransactionManager manager) {
            return new JtaTransactionManager(user, manager);
        }

        @Bean
        XAConnectionFactoryWrapper xaConnectionFactoryWrapper(TransactionManager manager) {
            return factory -> new ConnectionFactoryProxy(factory, new TransactionHelperImpl(manager));
        }
    }

    /** Application with rows in a different database than its messages. */
    @Configuration(proxyBeanMethods = false)
    static class JtaConfiguration {

        @Bean
        XaRowWriter rows(TransactionManager manager) {
            return new XaRowWriter(manager);
        }

        @Bean
        FailingOnceListener failingOnceListener(XaRowWriter rows, JmsTemplate jms) {
            return new FailingOnceListener(rows, jms);
        }
    }

    static class XaRowWriter {

        private final XADataSource database;
        private final TransactionManager manager;

        XaRowWriter(TransactionManager manager) {
            this.manager = manager;
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:jta;DB_CLOSE_DELAY=-1;INIT=CREATE TABLE IF NOT EXISTS dish (name VARCHAR(50))");
            this.database = h2;
        }

        /**
         * Executes a statement in the current transaction. The connection closes after the transaction, because H2
         * rolls back the work of a connection that closes earlier.
         */
        void execute(String statement) throws Exception {
            XAConnection connection = database.getXAConnection();
            manager.getTransaction().enlistResource(connection.getXAResource());
            manager.getTransaction().registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {}

                @Override
                public void afterCompletion(int status) {
                    try {
                        connection.close();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
            connection.getConnection().createStatement().execute(statement);
        }

        int count() throws Exception {
            XAConnection connection = database.getXAConnection();
            try (Connection jdbc = connection.getConnection();
                    ResultSet result = jdbc.createStatement().executeQuery("SELECT COUNT(*) FROM dish")) {
                result.next();
                return result.getInt(1);
            } finally {
                connection.close();
            }
        }
    }

    static class FailingOnceListener {

        final BlockingQueue<Integer> deliveries = new LinkedBlockingQueue<>();
        private final XaRowWriter rows;
        private final JmsTemplate jms;

        FailingOnceListener(XaRowWriter rows, JmsTemplate jms) {
            this.rows = rows;
            this.jms = jms;
        }

        /** Fails at the first delivery, after its work. */
        @JmsListener(destination = "orders")
        void order(String dish, @Header("JMSXDeliveryCount") int deliveryCount) throws Exception {
            rows.execute("INSERT INTO dish VALUES ('" + dish + "')");
            jms.convertAndSend("dishes", dish);
            deliveries.add(deliveryCount);
            if (deliveryCount == 1) {
                throw new IllegalStateException("burnt");
            }
        }
    }

    private static ApplicationContextRunner application(String store) {
        return Contexts.inMemory(store).withUserConfiguration(NarayanaConfiguration.class);
    }

    @Test
    @DisplayName(
            "an application has a primary factory that takes part in JTA transactions, and a factory that does not")
    void shouldHavePair() {
        application("pair").run(context -> {
            assertThat(context.getBeansOfType(ConnectionFactory.class))
                    .containsOnlyKeys("jmsConnectionFactory", "nonXaJmsConnectionFactory");
            assertThat(context.getBean("xaJmsConnectionFactory"))
                    .isSameAs(context.getBean(ConnectionFactory.class))
                    .isInstanceOf(ConnectionFactoryProxy.class);
            JmsTemplate xa = context.getBean(JmsTemplate.class);
            JmsTemplate other = new JmsTemplate(context.getBean("nonXaJmsConnectionFactory", ConnectionFactory.class));
            new TransactionTemplate(context.getBean(JtaTransactionManager.class)).executeWithoutResult(status -> {
                xa.convertAndSend("dishes", "soufflé");
                other.convertAndSend("dishes", "stew");
                status.setRollbackOnly();
            });
            other.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
            assertThat(other.receiveAndConvert("dishes")).isEqualTo("stew");
            other.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
            assertThat(other.receiveAndConvert("dishes")).isNull();
        });
    }

    @Test
    @DisplayName(
            "XA-01 a message, the sends of its listener and a row of another database commit together or not at all")
    void shouldCommitAll() {
        application("jta").withUserConfiguration(JtaConfiguration.class).run(context -> {
            XaRowWriter rows = context.getBean(XaRowWriter.class);
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            jms.convertAndSend("orders", "soufflé");
            BlockingQueue<Integer> deliveries = context.getBean(FailingOnceListener.class).deliveries;
            assertThat(List.of(deliveries.poll(30, TimeUnit.SECONDS), deliveries.poll(30, TimeUnit.SECONDS)))
                    .containsExactly(1, 2);
            JmsTemplate other = new JmsTemplate(context.getBean("nonXaJmsConnectionFactory", ConnectionFactory.class));
            other.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
            assertThat(other.receiveAndConvert("dishes")).isEqualTo("soufflé");
            other.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
            assertThat(other.receiveAndConvert("dishes"))
                    .as("message of the rolled-back first attempt")
                    .isNull();
            // The row may commit before or after the message.
            Contexts.eventually(() -> rows.count() > 0);
            assertThat(rows.count()).isOne();
        });
    }

    private static DataSource unpooled(String url) {
        PGSimpleDataSource unpooled = new PGSimpleDataSource();
        unpooled.setUrl(url);
        return unpooled;
    }

    private static int tables(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                ResultSet found = connection.getMetaData().getTables(null, "public", "%", new String[] {"TABLE"})) {
            int count = 0;
            while (found.next()) {
                count++;
            }
            return count;
        }
    }

    @Test
    @DisplayName("the start fails and creates no table if the only DataSource may be JTA-managed and is not configured")
    void shouldNotGuess() throws SQLException {
        String url = TestPostgres.newDatabase();
        ApplicationContextRunner application = Contexts.withoutDatabase()
                .withUserConfiguration(NarayanaConfiguration.class)
                .withBean("dataSource", DataSource.class, () -> unpooled(url));
        application.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("restante.data-source"));
        assertThat(tables(url)).isZero();
        application.withPropertyValues("restante.data-source=dataSource").run(context -> assertThat(context)
                .hasNotFailed());
        assertThat(tables(url)).isPositive();
    }

    @Test
    @DisplayName("an application has one non-XA factory if restante.transaction-mode is not mixed")
    void shouldHeedMode() {
        application("separate")
                .withPropertyValues("restante.transaction-mode=separate")
                .run(context -> assertThat(context.getBean(ConnectionFactory.class))
                        .isInstanceOf(CachingConnectionFactory.class));
    }
}
