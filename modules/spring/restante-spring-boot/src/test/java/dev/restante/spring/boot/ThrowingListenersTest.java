package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.RestanteStore;
import dev.restante.spring.SpringJdbcTransactions;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;

@Timeout(120)
@DisplayName("Listener that throws")
class ThrowingListenersTest {

    private static final List<String> KINDS = List.of("default", "peekLock", "inTransactions", "joined");

    /** Application with one container of each kind. */
    @Configuration(proxyBeanMethods = false)
    static class ThrowingListenersConfiguration {

        @Bean
        DefaultJmsListenerContainerFactory peekLock(ConnectionFactory connections) {
            DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setSessionAcknowledgeMode(Session.CLIENT_ACKNOWLEDGE);
            return factory;
        }

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
        DefaultJmsListenerContainerFactory joined(
                RestanteStore store, DataSource dataSource, PlatformTransactionManager transactions) {
            DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
            factory.setConnectionFactory(
                    store.restanteConnectionFactory().joiningTransactions(new SpringJdbcTransactions(dataSource)));
            factory.setTransactionManager(transactions);
            factory.setCacheLevel(DefaultMessageListenerContainer.CACHE_CONSUMER);
            return factory;
        }

        @Bean
        AttemptTable rows(JdbcTemplate rows) {
            return new AttemptTable(rows);
        }

        @Bean
        ThrowingListeners throwingListeners(AttemptTable rows) {
            return new ThrowingListeners(rows);
        }
    }

    static class AttemptTable {

        private final JdbcTemplate rows;

        AttemptTable(JdbcTemplate rows) {
            this.rows = rows;
        }

        /** Fails in the database at the first three attempts. */
        @Transactional
        public void insert(int attempt) {
            rows.queryForObject("SELECT 1 / ?", Integer.class, attempt < 4 ? 0 : 1);
        }
    }

    static class ThrowingListeners {

        final Map<String, BlockingQueue<Long>> calls = new ConcurrentHashMap<>();
        private final AttemptTable rows;

        ThrowingListeners(AttemptTable rows) {
            this.rows = rows;
        }

        private void cook(String kind) {
            BlockingQueue<Long> own = calls.computeIfAbsent(kind, none -> new LinkedBlockingQueue<>());
            own.add(System.nanoTime());
            rows.insert(own.size());
        }

        @JmsListener(destination = "default")
        void byDefault(String dish) {
            cook("default");
        }

        @JmsListener(destination = "peekLock", containerFactory = "peekLock")
        void peekLocked(String dish) {
            cook("peekLock");
        }

        @JmsListener(destination = "joined", containerFactory = "joined")
        void joined(String dish) {
            cook("joined");
        }

        @JmsListener(destination = "inTransactions", containerFactory = "inTransactions")
        void inTransaction(String dish) {
            cook("inTransactions");
        }
    }

    @Test
    @DisplayName("RCV-15 a listener that throws gets the message again immediately in each kind of container")
    void shouldNotStall() {
        Contexts.on(TestPostgres.newDatabase())
                .withUserConfiguration(ThrowingListenersConfiguration.class)
                .run(context -> {
                    Map<String, BlockingQueue<Long>> calls = context.getBean(ThrowingListeners.class).calls;
                    JmsTemplate jms = context.getBean(JmsTemplate.class);
                    for (String kind : KINDS) {
                        jms.convertAndSend(kind, "soufflé");
                    }
                    for (String kind : KINDS) {
                        Contexts.eventually(() -> calls.getOrDefault(kind, new LinkedBlockingQueue<>())
                                        .size()
                                >= 4);
                        Long[] times = calls.get(kind).toArray(Long[]::new);
                        // Three recovery intervals of a Spring container would take 15 s.
                        assertThat(TimeUnit.NANOSECONDS.toMillis(times[3] - times[0]))
                                .as(kind)
                                .isLessThan(10_000);
                    }
                });
    }
}
