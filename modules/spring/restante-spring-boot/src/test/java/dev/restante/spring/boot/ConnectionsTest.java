package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.ConnectionFactory;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.config.JmsListenerEndpointRegistry;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.jms.listener.MessageListenerContainer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;

@Timeout(120)
@DisplayName("Application with 10 to 20 listeners on each of two queues, and a pool of 10 connections")
class ConnectionsTest {

    /** Counts connections in a transaction, including connections of the node but not the connection of this query. */
    private static final String IN_TRANSACTION = "SELECT COUNT(*) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            + " AND state IN ('idle in transaction', 'idle in transaction (aborted)')";

    private final ApplicationContextRunner application = Contexts.on(TestPostgres.newDatabase())
            // Below the default of 30 s, so that a test that fails does not wait as long.
            .withPropertyValues("spring.datasource.hikari.connection-timeout=20000")
            .withUserConfiguration(ConnectionsConfiguration.class);

    /** Application without any code for Restante. */
    @Configuration(proxyBeanMethods = false)
    static class ConnectionsConfiguration {

        @Bean
        TransactionalService counter(JdbcTemplate rows, JmsTemplate jms) {
            return new TransactionalService(rows, jms);
        }

        @Bean
        ConcurrentListeners concurrentListeners(TransactionalService counter) {
            return new ConcurrentListeners(counter);
        }
    }

    static class TransactionalService {

        private final JdbcTemplate rows;
        private final JmsTemplate jms;

        TransactionalService(JdbcTemplate rows, JmsTemplate jms) {
            this.rows = rows;
            this.jms = jms;
        }

        @Transactional
        public void order(String dish) {
            rows.update("INSERT INTO ordered (dish) VALUES (?)", dish);
            jms.convertAndSend("orders", dish);
        }

        @Transactional
        public void cooked(String dish) {
            rows.update("INSERT INTO cooked (dish) VALUES (?)", dish);
            jms.convertAndSend("dishes", dish);
        }
    }

    static class ConcurrentListeners {

        final BlockingQueue<String> served = new LinkedBlockingQueue<>();
        private final TransactionalService counter;

        ConcurrentListeners(TransactionalService counter) {
            this.counter = counter;
        }

        @JmsListener(destination = "orders", concurrency = "10-20")
        void cook(String dish) {
            counter.cooked(dish);
        }

        @JmsListener(destination = "dishes", concurrency = "10-20")
        void serve(String dish) {
            served.add(dish);
        }
    }

    private static void awaitListeners(AssertableApplicationContext context) throws Exception {
        JdbcTemplate rows = context.getBean(JdbcTemplate.class);
        rows.execute("DROP TABLE IF EXISTS ordered");
        rows.execute("DROP TABLE IF EXISTS cooked");
        rows.execute("CREATE TABLE ordered (dish VARCHAR(50))");
        rows.execute("CREATE TABLE cooked (dish VARCHAR(50))");
        for (MessageListenerContainer each :
                context.getBean(JmsListenerEndpointRegistry.class).getListenerContainers()) {
            Contexts.eventually(() -> ((DefaultMessageListenerContainer) each).getActiveConsumerCount() >= 10);
        }
    }

    @Test
    @DisplayName("idle listeners occupy no connection, so they get messages while the application uses all ten")
    void shouldHoldNoConnection() {
        application.run(context -> {
            awaitListeners(context);
            HikariDataSource pool = (HikariDataSource) context.getBean(DataSource.class);
            assertThat(pool.getMaximumPoolSize()).isEqualTo(10);
            List<Connection> all = new ArrayList<>();
            try {
                // Ten connections are available, so that no other thread has or awaits one.
                for (int i = 0; i < 10; i++) {
                    all.add(pool.getConnection());
                }
                assertThat(pool.getHikariPoolMXBean().getThreadsAwaitingConnection())
                        .isZero();
                context.getBean(JmsTemplate.class).convertAndSend("dishes", "soup");
                assertThat(context.getBean(ConcurrentListeners.class).served.poll(60, TimeUnit.SECONDS))
                        .isEqualTo("soup");
            } finally {
                for (Connection each : all) {
                    each.close();
                }
            }
        });
    }

    /**
     * Returns the mean of repeated measurements during 3 s, in which listeners end receives of 1 s and begin new ones.
     */
    private static double meanWhileIdle(AssertableApplicationContext context, IntSupplier look) throws Exception {
        JmsTemplate jms = context.getBean(JmsTemplate.class);
        jms.setReceiveTimeout(3000);
        Thread waiting = new Thread(() -> jms.receive("nothing"));
        waiting.start();
        long seen = 0;
        int looks = 0;
        while (waiting.isAlive()) {
            seen += look.getAsInt();
            looks++;
            // No event can be awaited, because the expected result is that nothing happens.
            waiting.join(10);
        }
        return (double) seen / looks;
    }

    @Test
    @DisplayName("idle listeners have no open transaction")
    void shouldHaveNoTransaction() {
        application.run(context -> {
            awaitListeners(context);
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            // The node itself may be between two statements of a transaction, but only for short times.
            assertThat(meanWhileIdle(context, () -> rows.queryForObject(IN_TRANSACTION, Integer.class)))
                    .isLessThan(1);
        });
    }

    /** Container that receives in an application transaction. */
    @Configuration(proxyBeanMethods = false)
    static class TransactionalContainerConfiguration {

        @Bean
        DefaultJmsListenerContainerFactory inTransactions(
                ConnectionFactory connections, PlatformTransactionManager transactions) {
            DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setTransactionManager(transactions);
            factory.setCacheLevel(DefaultMessageListenerContainer.CACHE_CONSUMER);
            return factory;
        }

        @Bean
        TransactionalListener transactionalListener() {
            return new TransactionalListener();
        }
    }

    static class TransactionalListener {

        final BlockingQueue<String> served = new LinkedBlockingQueue<>();

        @JmsListener(destination = "soups", containerFactory = "inTransactions", concurrency = "12-12")
        void serve(String dish) {
            served.add(dish);
        }
    }

    @Test
    @DisplayName(
            "an idle container that receives in application transactions has no connection if these are fetched late")
    void shouldFetchLate() {
        Contexts.on(TestPostgres.newDatabase())
                .withPropertyValues("spring.datasource.connection-fetch=lazy")
                .withUserConfiguration(TransactionalContainerConfiguration.class)
                .run(context -> {
                    HikariDataSource pool = context.getBean(DataSource.class).unwrap(HikariDataSource.class);
                    JmsTemplate jms = context.getBean(JmsTemplate.class);
                    jms.convertAndSend("soups", "lentils");
                    BlockingQueue<String> served = context.getBean(TransactionalListener.class).served;
                    assertThat(served.poll(60, TimeUnit.SECONDS)).isEqualTo("lentils");
                    assertThat(meanWhileIdle(context, pool.getHikariPoolMXBean()::getActiveConnections))
                            .isLessThan(1);
                    jms.convertAndSend("soups", "peas");
                    assertThat(served.poll(60, TimeUnit.SECONDS)).isEqualTo("peas");
                });
    }

    @Test
    @DisplayName("BEY-06 20 web threads and 40 listeners each commit a row and a message together")
    void shouldServeTheWeb() {
        application.run(context -> {
            awaitListeners(context);
            TransactionalService counter = context.getBean(TransactionalService.class);
            ConcurrentListeners concurrentListeners = context.getBean(ConcurrentListeners.class);
            ExecutorService web = Executors.newFixedThreadPool(20);
            try {
                List<Future<?>> requests = IntStream.range(0, 400)
                        .<Future<?>>mapToObj(number -> web.submit(() -> counter.order("dish " + number)))
                        .toList();
                for (Future<?> each : requests) {
                    each.get();
                }
                for (int i = 0; i < 400; i++) {
                    assertThat(concurrentListeners.served.poll(60, TimeUnit.SECONDS))
                            .isNotNull();
                }
            } finally {
                web.shutdownNow();
            }
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            assertThat(rows.queryForObject("SELECT COUNT(DISTINCT dish) FROM cooked", Integer.class))
                    .isEqualTo(400);
            assertThat(rows.queryForObject("SELECT COUNT(*) FROM cooked", Integer.class))
                    .isEqualTo(400);
        });
    }
}
