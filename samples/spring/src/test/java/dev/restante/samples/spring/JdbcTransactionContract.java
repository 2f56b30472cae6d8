package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.restante.spring.SpringJdbcTransactions;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.config.SimpleJmsListenerEndpoint;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Contract test of messages and rows in one transaction of a {@link JdbcTransactionManager}, on a pool of the
 * application.
 */
abstract class JdbcTransactionContract extends SpringContract {

    private HikariDataSource dataSource;
    private JdbcTemplate rows;
    private TransactionTemplate transaction;
    private JmsTemplate joined;

    @BeforeEach
    final void openDataSource() {
        dataSource = new HikariDataSource();
        dataSource.setJdbcUrl(storeUrl());
        if (storeUrl().startsWith("jdbc:hsqldb")) {
            dataSource.setUsername("SA");
            dataSource.setPassword("");
        }
        if (storeUrl().startsWith("jdbc:mariadb")) {
            // MariaDB has a different default isolation level.
            dataSource.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        }
        rows = new JdbcTemplate(dataSource);
        rows.execute("DROP TABLE IF EXISTS dish");
        rows.execute("CREATE TABLE dish (name VARCHAR(50) PRIMARY KEY)");
        transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        joined = template(factory.joiningTransactions(new SpringJdbcTransactions(dataSource)));
    }

    @AfterEach
    final void closeDataSource() {
        dataSource.close();
    }

    private void insert(String name) {
        rows.update("INSERT INTO dish (name) VALUES (?)", name);
    }

    private List<String> names() {
        return rows.queryForList("SELECT name FROM dish ORDER BY name", String.class);
    }

    @Test
    @DisplayName("BEY-01 sends and receives of a template commit with the rows of the transaction or not at all")
    void shouldJoinTransactions() throws JMSException {
        String orders = queue("joined.orders");
        String bills = queue("joined.bills");
        joined.convertAndSend(orders, "outside of any transaction");
        assertThat(receiveText(orders)).isEqualTo("outside of any transaction");

        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    insert("soup");
                    joined.convertAndSend(orders, "soup");
                    throw new IllegalStateException("burnt");
                }))
                .hasMessage("burnt");
        assertThat(names()).isEmpty();
        assertEmpty(orders);

        transaction.executeWithoutResult(status -> {
            insert("stew");
            joined.convertAndSend(orders, "stew");
            assertThat(stored(orders)).isZero();
        });
        assertThat(names()).containsExactly("stew");

        transaction.executeWithoutResult(status -> {
            String dish = (String) joined.receiveAndConvert(orders);
            insert("bill for " + dish);
            joined.convertAndSend(bills, "bill for " + dish);
        });
        assertThat(receiveText(bills)).isEqualTo("bill for stew");
        assertThat(names()).containsExactly("bill for stew", "stew");
        eventually("the order is completed", () -> stored(orders) == 0);
    }

    @Test
    @DisplayName(
            "BEY-01 a container's message, its listener's rows and sends commit together, and roll back if it throws")
    void shouldListenInTransactions() throws JMSException {
        String orders = queue("joined.listened");
        String bills = queue("joined.listened.bills");
        List<Integer> attempts = new CopyOnWriteArrayList<>();
        MessageListener cook = message -> {
            try {
                int attempt = message.getIntProperty("JMSXDeliveryCount");
                attempts.add(attempt);
                insert(message.getBody(String.class));
                joined.convertAndSend(bills, "bill " + attempt);
                if (attempt < 3) {
                    throw new IllegalStateException("collapsed");
                }
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        };
        DefaultJmsListenerContainerFactory containers =
                OneCommitContainers.inTransactions(factory, dataSource, new JdbcTransactionManager(dataSource));
        containers.setErrorHandler(ignored -> {});
        containers.setRecoveryInterval(20L);
        SimpleJmsListenerEndpoint endpoint = new SimpleJmsListenerEndpoint();
        endpoint.setId("cook");
        endpoint.setDestination(orders);
        endpoint.setMessageListener(cook);
        DefaultMessageListenerContainer container = containers.createListenerContainer(endpoint);
        container.afterPropertiesSet();
        container.start();
        try {
            template.convertAndSend(orders, "soufflé");
            assertThat(receiveText(bills)).isEqualTo("bill 3");
            eventually("the order is completed", () -> stored(orders) == 0);
            assertThat(attempts).containsExactly(1, 2, 3);
            assertThat(names()).containsExactly("soufflé");
            assertEmpty(bills);
        } finally {
            container.shutdown();
        }
    }
}
