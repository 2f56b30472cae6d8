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
@DisplayName(
        "An application with 10 to 20 listeners on each of two queues, and the 10 connections that its pool has by default")
class ConnectionsTest {

    /** Connections that are in a transaction, those of the node among them, but for the one that asks. */
    private static final String IN_TRANSACTION = "SELECT COUNT(*) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            + " AND state IN ('idle in transaction', 'idle in transaction (aborted)')";

    private final ApplicationContextRunner application = Contexts.on(TestPostgres.newDatabase())
            // Rather than wait for half a minute.
            .withPropertyValues("spring.datasource.hikari.connection-timeout=20000")
            .withUserConfiguration(Restaurant.class);

    /** An application; nothing in it is of Restante. */
    @Configuration(proxyBeanMethods = false)
    static class Restaurant {

        @Bean
        Counter counter(JdbcTemplate rows, JmsTemplate jms) {
            return new Counter(rows, jms);
        }

        @Bean
        Kitchen kitchen(Counter counter) {
            return new Kitchen(counter);
        }
    }

    static class Counter {

        private final JdbcTemplate rows;
        private final JmsTemplate jms;

        Counter(JdbcTemplate rows, JmsTemplate jms) {
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

    static class Kitchen {

        final BlockingQueue<String> served = new LinkedBlockingQueue<>();
        private final Counter counter;

        Kitchen(Counter counter) {
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
    @DisplayName("keeps none of these for listeners that wait: they get messages though others have all ten")
    void shouldHoldNoConnection() {
        application.run(context -> {
            awaitListeners(context);
            HikariDataSource pool = (HikariDataSource) context.getBean(DataSource.class);
            assertThat(pool.getMaximumPoolSize()).isEqualTo(10);
            List<Connection> all = new ArrayList<>();
            try {
                // Ten are there, so nobody else has one, and nobody is waiting.
                for (int i = 0; i < 10; i++) {
                    all.add(pool.getConnection());
                }
                assertThat(pool.getHikariPoolMXBean().getThreadsAwaitingConnection())
                        .isZero();
                context.getBean(JmsTemplate.class).convertAndSend("dishes", "soup");
                assertThat(context.getBean(Kitchen.class).served.poll(60, TimeUnit.SECONDS))
                        .isEqualTo("soup");
            } finally {
                for (Connection each : all) {
                    each.close();
                }
            }
        });
    }

    /** Looks while listeners end their receives, which take a second, and begin others; returns the mean. */
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
            // There is nothing to wait for: what is looked for is that nothing happens.
            waiting.join(10);
        }
        return (double) seen / looks;
    }

    @Test
    @DisplayName("has no open transaction of listeners that wait")
    void shouldHaveNoTransaction() {
        application.run(context -> {
            awaitListeners(context);
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            // The node itself may be between two statements of a transaction, but it does not stay there.
            assertThat(meanWhileIdle(context, () -> rows.queryForObject(IN_TRANSACTION, Integer.class)))
                    .isLessThan(1);
        });
    }

    /** A container that receives in a transaction of the application. */
    @Configuration(proxyBeanMethods = false)
    static class InTransactions {

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
        Waiter waiter() {
            return new Waiter();
        }
    }

    static class Waiter {

        final BlockingQueue<String> served = new LinkedBlockingQueue<>();

        @JmsListener(destination = "soups", containerFactory = "inTransactions", concurrency = "12-12")
        void serve(String dish) {
            served.add(dish);
        }
    }

    @Test
    @DisplayName("has none either of containers that receive in its transactions, if connections are fetched late")
    void shouldFetchLate() {
        Contexts.on(TestPostgres.newDatabase())
                .withPropertyValues("spring.datasource.connection-fetch=lazy")
                .withUserConfiguration(InTransactions.class)
                .run(context -> {
                    HikariDataSource pool = context.getBean(DataSource.class).unwrap(HikariDataSource.class);
                    JmsTemplate jms = context.getBean(JmsTemplate.class);
                    jms.convertAndSend("soups", "lentils");
                    BlockingQueue<String> served = context.getBean(Waiter.class).served;
                    assertThat(served.poll(60, TimeUnit.SECONDS)).isEqualTo("lentils");
                    assertThat(meanWhileIdle(context, pool.getHikariPoolMXBean()::getActiveConnections))
                            .isLessThan(1);
                    jms.convertAndSend("soups", "peas");
                    assertThat(served.poll(60, TimeUnit.SECONDS)).isEqualTo("peas");
                });
    }

    @Test
    @DisplayName("BEY-06 serves 20 threads of the web and 40 listeners, each with a row and a message in one commit")
    void shouldServeTheWeb() {
        application.run(context -> {
            awaitListeners(context);
            Counter counter = context.getBean(Counter.class);
            Kitchen kitchen = context.getBean(Kitchen.class);
            ExecutorService web = Executors.newFixedThreadPool(20);
            try {
                List<Future<?>> requests = IntStream.range(0, 400)
                        .<Future<?>>mapToObj(number -> web.submit(() -> counter.order("dish " + number)))
                        .toList();
                for (Future<?> each : requests) {
                    each.get();
                }
                for (int i = 0; i < 400; i++) {
                    assertThat(kitchen.served.poll(60, TimeUnit.SECONDS)).isNotNull();
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
