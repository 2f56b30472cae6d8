package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.RestanteAdmin;
import dev.restante.spring.RestanteStore;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.ConnectionFactory;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.core.JmsClient;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;

@Timeout(60)
@DisplayName("Application on PostgreSQL without any configuration")
class MessagesAndRowsTest {

    private final ApplicationContextRunner application =
            Contexts.on(TestPostgres.newDatabase()).withUserConfiguration(MessagesAndRowsConfiguration.class);

    /** Application without any code for Restante. */
    @Configuration(proxyBeanMethods = false)
    static class MessagesAndRowsConfiguration {

        @Bean
        RowAndMessageWriter rowAndMessageWriter(JdbcTemplate rows, JmsTemplate jms) {
            return new RowAndMessageWriter(rows, jms);
        }

        @Bean
        BlockingListener blockingListener(JmsTemplate jms) {
            return new BlockingListener(jms);
        }

        @Bean
        ReplyingListener replyingListener(RowAndMessageWriter rowAndMessageWriter, JmsTemplate jms) {
            return new ReplyingListener(rowAndMessageWriter, jms);
        }
    }

    static class RowAndMessageWriter {

        private final JdbcTemplate rows;
        private final JmsTemplate jms;

        RowAndMessageWriter(JdbcTemplate rows, JmsTemplate jms) {
            this.rows = rows;
            this.jms = jms;
        }

        @Transactional
        public void cook(String dish) {
            rows.update("INSERT INTO dish (name) VALUES (?)", dish);
            jms.convertAndSend("dishes", dish);
            if (dish.equals("soufflé")) {
                throw new IllegalStateException("collapsed");
            }
        }
    }

    static class BlockingListener {

        final BlockingQueue<String> served = new LinkedBlockingQueue<>();
        final CountDownLatch slowBegun = new CountDownLatch(1);
        private final CountDownLatch closing = new CountDownLatch(1);
        private final JmsTemplate jms;

        BlockingListener(JmsTemplate jms) {
            this.jms = jms;
        }

        @EventListener(ContextClosedEvent.class)
        void closing() {
            closing.countDown();
        }

        @JmsListener(destination = "served")
        void eat(String dish) throws InterruptedException {
            if (dish.equals("slow")) {
                slowBegun.countDown();
                if (!closing.await(30, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("a connection is closed");
                }
                // This send belongs to the commit of the listener's session, which comes after the containers were told
                // to stop.
                jms.convertAndSend("bills", "bill for " + dish);
            }
            served.add(dish);
        }
    }

    static class ReplyingListener {

        private final RowAndMessageWriter rowAndMessageWriter;
        private final JmsTemplate jms;

        ReplyingListener(RowAndMessageWriter rowAndMessageWriter, JmsTemplate jms) {
            this.rowAndMessageWriter = rowAndMessageWriter;
            this.jms = jms;
        }

        /** Cooks each dish in its own transaction, and sends the answer with the session of the listener. */
        @JmsListener(destination = "ordered")
        void order(String dish) {
            try {
                rowAndMessageWriter.cook(dish);
                jms.convertAndSend("answers", "served " + dish);
            } catch (IllegalStateException failed) {
                jms.convertAndSend("answers", "no " + dish);
            }
        }
    }

    private static void createTable(JdbcTemplate rows) {
        rows.execute("DROP TABLE IF EXISTS dish");
        rows.execute("CREATE TABLE dish (name VARCHAR(50))");
    }

    @Test
    @DisplayName("BEY-06 a row and a message in @Transactional commit together or not at all")
    void shouldCommitOnce() {
        application.run(context -> {
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            createTable(rows);
            RowAndMessageWriter rowAndMessageWriter = context.getBean(RowAndMessageWriter.class);
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
            assertThatThrownBy(() -> rowAndMessageWriter.cook("soufflé")).hasMessage("collapsed");
            rowAndMessageWriter.cook("stew");
            List<String> makers = rows.queryForList(
                    "SELECT xmin::text FROM dish UNION SELECT xmin::text FROM restante_message", String.class);
            assertThat(makers).as("database transactions").hasSize(1);
            assertThat(jms.receiveAndConvert("dishes")).isEqualTo("stew");
            jms.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
            assertThat(jms.receiveAndConvert("dishes")).isNull();
            assertThat(rows.queryForList("SELECT name FROM dish", String.class)).containsExactly("stew");
        });
    }

    @Test
    @DisplayName("BEY-06 sends in a listener's @Transactional commit with its rows, even if its session sends, too")
    void shouldCommitOnceInListeners() {
        application.run(context -> {
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            createTable(rows);
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
            for (String dish : List.of("soufflé", "stew")) {
                jms.convertAndSend("ordered", dish);
            }
            assertThat(List.of(jms.receiveAndConvert("answers"), jms.receiveAndConvert("answers")))
                    .containsExactly("no soufflé", "served stew");
            assertThat(rows.queryForObject(
                            "SELECT COUNT(*) FROM dish JOIN restante_message m ON m.xmin = dish.xmin", Integer.class))
                    .as("messages of the transaction that inserted the row")
                    .isOne();
            assertThat(jms.receiveAndConvert("dishes")).isEqualTo("stew");
            jms.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
            assertThat(jms.receiveAndConvert("dishes")).isNull();
        });
    }

    @Test
    @DisplayName("an application has one caching connection factory, and no additional transaction manager")
    void shouldHaveOneOfEach() {
        application.run(context -> {
            assertThat(context).hasSingleBean(ConnectionFactory.class);
            assertThat(context.getBean(ConnectionFactory.class)).isInstanceOf(CachingConnectionFactory.class);
            assertThat(context).hasSingleBean(PlatformTransactionManager.class);
            assertThat(context.getBeanNamesForType(PlatformTransactionManager.class))
                    .containsExactly("transactionManager");
        });
        application.withPropertyValues("spring.jms.cache.enabled=false").run(context -> assertThat(
                        context.getBean(ConnectionFactory.class))
                .isNotInstanceOf(CachingConnectionFactory.class));
        Contexts.inMemory("alone")
                .run(context -> assertThat(context).doesNotHaveBean(PlatformTransactionManager.class));
    }

    @Test
    @DisplayName("an application can use @JmsListener and JmsClient")
    void shouldListen() {
        application.run(context -> {
            context.getBean(JmsClient.class).destination("served").send("soup");
            assertThat(context.getBean(BlockingListener.class).served.poll(30, TimeUnit.SECONDS))
                    .isEqualTo("soup");
        });
    }

    @Test
    @DisplayName("the store closes only after the listeners have ended")
    void shouldCloseInOrder() {
        application.run(context -> {
            context.getBean(JmsTemplate.class).convertAndSend("served", "slow");
            assertThat(context.getBean(BlockingListener.class).slowBegun.await(30, TimeUnit.SECONDS))
                    .isTrue();
            // The context closes at the end of this block.
        });
        application.withPropertyValues("spring.jms.listener.auto-startup=false").run(context -> {
            try (RestanteAdmin admin = context.getBean(RestanteStore.class)
                    .restanteConnectionFactory()
                    .admin()) {
                assertThat(admin.statistics("served").available()).isZero();
                assertThat(admin.statistics("bills").available()).isOne();
            }
        });
    }
}
