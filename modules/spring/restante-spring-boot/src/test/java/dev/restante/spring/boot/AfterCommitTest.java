package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.restante.spring.TransactionEndListener;
import dev.restante.testserver.TestMariaDb;
import dev.restante.testserver.TestPostgres;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

@Timeout(120)
@DisplayName(
        "Messages in and after transactions of the manager that Spring Boot creates, on a pool without auto-commit")
class AfterCommitTest {

    /** Combinations of a transaction manager and a database. */
    enum TransactionSetup {
        JDBC_ON_POSTGRESQL(JdbcTransactionManager.class, false),
        JPA_ON_POSTGRESQL(JpaTransactionManager.class, false),
        JDBC_ON_MARIADB(JdbcTransactionManager.class, true),
        JPA_ON_MARIADB(JpaTransactionManager.class, true);

        private final Class<? extends PlatformTransactionManager> manager;
        private final boolean mariaDb;

        TransactionSetup(Class<? extends PlatformTransactionManager> manager, boolean mariaDb) {
            this.manager = manager;
            this.mariaDb = mariaDb;
        }

        ApplicationContextRunner application() {
            ApplicationContextRunner application = Contexts.on(
                            mariaDb
                                    ? TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER
                                    : TestPostgres.newDatabase())
                    .withConfiguration(AutoConfigurations.of(TransactionManagerCustomizationAutoConfiguration.class))
                    .withPropertyValues(
                            "spring.datasource.hikari.auto-commit=false",
                            "spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED")
                    .withUserConfiguration(AfterCommitConfiguration.class);
            return manager == JpaTransactionManager.class
                    ? application.withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                    : application;
        }
    }

    /** Application without any code for Restante. */
    @Configuration(proxyBeanMethods = false)
    static class AfterCommitConfiguration {

        @Bean
        AfterCommitSender afterCommitSender(JdbcTemplate rows, JmsTemplate jms, ApplicationEventPublisher events) {
            return new AfterCommitSender(rows, jms, events);
        }
    }

    /** Event after a dish is ready. */
    record RowCommitted(String dish) {}

    static class AfterCommitSender {

        private final JdbcTemplate rows;
        private final JmsTemplate jms;
        private final ApplicationEventPublisher events;

        AfterCommitSender(JdbcTemplate rows, JmsTemplate jms, ApplicationEventPublisher events) {
            this.rows = rows;
            this.jms = jms;
            this.events = events;
        }

        @Transactional
        public void createTable() {
            rows.execute("CREATE TABLE dish (name VARCHAR(50))");
        }

        @Transactional
        public void cook(String dish) {
            rows.update("INSERT INTO dish (name) VALUES (?)", dish);
            jms.convertAndSend("dishes", dish);
            if (dish.equals("soufflé")) {
                throw new IllegalStateException("collapsed");
            }
        }

        /** Sends no message inside the transaction, so that only the manager reports its end. */
        @Transactional
        public void bake(String dish) {
            rows.update("INSERT INTO dish (name) VALUES (?)", dish);
            events.publishEvent(new RowCommitted(dish));
            // Spring calls this synchronization before the event listeners, while the connection is still bound.
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    jms.convertAndSend("smells", dish);
                }
            });
        }

        @Transactional(readOnly = true)
        public List<String> dishes() {
            return rows.queryForList("SELECT name FROM dish", String.class);
        }

        @TransactionalEventListener
        void onRowCommitted(RowCommitted event) {
            jms.convertAndSend("bills", event.dish());
        }
    }

    @ParameterizedTest
    @EnumSource(TransactionSetup.class)
    @DisplayName("BEY-06 messages commit with the row, and sends after the commit take effect immediately")
    void shouldCommitBoth(TransactionSetup setup) {
        // The MariaDB server of the tests exists only for Linux on amd64.
        assumeTrue(!setup.mariaDb
                || (OS.LINUX.isCurrentOs() && System.getProperty("os.arch").equals("amd64")));
        setup.application().run(context -> {
            PlatformTransactionManager manager = context.getBean(PlatformTransactionManager.class);
            assertThat(manager).isInstanceOf(setup.manager);
            assertThat(((AbstractPlatformTransactionManager) manager).getTransactionExecutionListeners())
                    .hasAtLeastOneElementOfType(TransactionEndListener.class);
            AfterCommitSender afterCommitSender = context.getBean(AfterCommitSender.class);
            afterCommitSender.createTable();
            assertThatThrownBy(() -> afterCommitSender.cook("soufflé")).hasMessage("collapsed");
            afterCommitSender.cook("stew");
            afterCommitSender.bake("pie");
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
            assertThat(jms.receiveAndConvert("dishes")).isEqualTo("stew");
            assertThat(jms.receiveAndConvert("smells")).isEqualTo("pie");
            assertThat(jms.receiveAndConvert("bills")).isEqualTo("pie");
            jms.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
            assertThat(jms.receiveAndConvert("dishes")).isNull();
            assertThat(jms.receiveAndConvert("bills")).isNull();
            assertThat(afterCommitSender.dishes()).containsExactly("stew", "pie");
        });
    }
}
