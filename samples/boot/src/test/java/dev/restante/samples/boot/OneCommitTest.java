package dev.restante.samples.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.testserver.TestPostgres;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.transaction.annotation.Transactional;

@Timeout(120)
@DisplayName("Application with rows in PostgreSQL, and no code or configuration for messages")
class OneCommitTest {

    /** Application with an additional service that writes rows. */
    @Configuration(proxyBeanMethods = false)
    @Import(GreetingsApplication.class)
    static class WithRows {

        @Bean
        Orders orders(JdbcTemplate rows, JmsTemplate jms) {
            return new Orders(rows, jms);
        }
    }

    static class Orders {

        private final JdbcTemplate rows;
        private final JmsTemplate jms;

        Orders(JdbcTemplate rows, JmsTemplate jms) {
            this.rows = rows;
            this.jms = jms;
        }

        // region take
        @Transactional
        public void take(String dish) {
            rows.update("INSERT INTO taken (dish) VALUES (?)", dish);
            jms.convertAndSend("orders", dish);
        }
        // endregion

        @Transactional
        public void takeAndFail(String dish) {
            take(dish);
            throw new IllegalStateException("no " + dish);
        }
    }

    @Test
    @DisplayName("BEY-06 a row and a message commit together or not at all")
    void shouldCommitOnce() {
        try (ConfigurableApplicationContext context = SpringApplication.run(
                WithRows.class,
                "--spring.datasource.url=" + TestPostgres.newDatabase(),
                "--spring.main.banner-mode=off",
                "--spring.jms.listener.auto-startup=false")) {
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            rows.execute("CREATE TABLE taken (dish VARCHAR(50))");
            Orders orders = context.getBean(Orders.class);
            assertThatThrownBy(() -> orders.takeAndFail("soufflé")).hasMessage("no soufflé");
            orders.take("stew");
            List<String> maker = rows.queryForList("SELECT xmin::text FROM taken", String.class);
            assertThat(maker).hasSize(1);
            assertThat(rows.queryForObject(
                            "SELECT COUNT(*) FROM restante_message WHERE xmin::text = ?", Integer.class, maker.get(0)))
                    .as("messages of the transaction that inserted the row")
                    .isOne();
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            jms.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
            assertThat(jms.receiveAndConvert("orders")).isEqualTo("stew");
            assertThat(jms.receiveAndConvert("orders")).isNull();
        }
    }
}
