package dev.restante.samples.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.testserver.TestMariaDb;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(120)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@DisplayName("Application with rows in MariaDB, and no code for messages")
class OneCommitOnMariaDbTest {

    private static final String COUNTS = "SELECT (SELECT COUNT(*) FROM taken), (SELECT COUNT(*) FROM restante_message)";

    private final String url = TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER;

    private ConfigurableApplicationContext start() {
        ConfigurableApplicationContext context = SpringApplication.run(
                OneCommitTest.WithRows.class,
                "--spring.datasource.url=" + url,
                "--spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED",
                "--spring.main.banner-mode=off",
                "--spring.jms.listener.auto-startup=false");
        // The application sent this message at its start.
        receiving(context).receive("greetings");
        context.getBean(JdbcTemplate.class).execute("CREATE TABLE taken (dish VARCHAR(50))");
        return context;
    }

    private static JmsTemplate receiving(ConfigurableApplicationContext context) {
        JmsTemplate jms = context.getBean(JmsTemplate.class);
        jms.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
        return jms;
    }

    @Test
    @DisplayName("BEY-06 a row and a message commit together or not at all, and other connections see both or neither")
    void shouldCommitOnce() {
        SingleConnectionDataSource other = new SingleConnectionDataSource(url, true);
        try (ConfigurableApplicationContext context = start()) {
            OneCommitTest.Orders orders = context.getBean(OneCommitTest.Orders.class);
            assertThatThrownBy(() -> orders.takeAndFail("soufflé")).hasMessage("no soufflé");
            List<String> seen = new ArrayList<>();
            Runnable look = () -> seen.add(new JdbcTemplate(other)
                    .queryForObject(COUNTS, (row, number) -> row.getInt(1) + " " + row.getInt(2)));
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                orders.take("stew");
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void beforeCompletion() {
                        look.run();
                    }

                    @Override
                    public void afterCommit() {
                        look.run();
                    }
                });
            });
            assertThat(seen)
                    .as("rows and messages, before and after the commit")
                    .containsExactly("0 0", "1 1");
            assertThat(receiving(context).receiveAndConvert("orders")).isEqualTo("stew");
            assertThat(receiving(context).receiveAndConvert("orders")).isNull();
        } finally {
            other.destroy();
        }
    }

    @Test
    @DisplayName("BEY-06 row and message are both lost if the database ends the connection before the commit")
    void shouldLoseBoth() {
        SingleConnectionDataSource other = new SingleConnectionDataSource(url, true);
        try (ConfigurableApplicationContext context = start()) {
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            OneCommitTest.Orders orders = context.getBean(OneCommitTest.Orders.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                        orders.take("stew");
                        new JdbcTemplate(other)
                                .execute("KILL " + rows.queryForObject("SELECT CONNECTION_ID()", Long.class));
                    }))
                    .isInstanceOf(RuntimeException.class);
            assertThat(receiving(context).receive("orders")).isNull();
            assertThat(rows.queryForList("SELECT dish FROM taken")).isEmpty();
        } finally {
            other.destroy();
        }
    }
}
