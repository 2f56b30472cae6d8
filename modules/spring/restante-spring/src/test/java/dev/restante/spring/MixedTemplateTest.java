package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jms.JmsException;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(60)
@DisplayName("Template in Spring transactions on PostgreSQL, in transaction mode mixed")
class MixedTemplateTest {

    private static final String QUEUE = "orders";
    private static final long TIMEOUT_MILLIS = 30_000;

    private static String url;

    private final HikariDataSource pool = new HikariDataSource();
    private RestanteStore store;
    private JdbcTemplate rows;

    @BeforeAll
    static void startServer() {
        url = TestPostgres.newDatabase();
    }

    @BeforeEach
    void openPool() {
        pool.setJdbcUrl(url);
        rows = new JdbcTemplate(pool);
    }

    @AfterEach
    void close() throws JMSException {
        if (store != null) {
            drain();
            store.close();
        }
        pool.close();
    }

    /** Kinds of data sources that an application may have. */
    enum DataSourceKind {
        POOL,
        POOL_WITHOUT_AUTO_COMMIT,
        LAZY,
        TRANSACTION_AWARE;

        DataSource of(HikariDataSource pool) {
            pool.setAutoCommit(this != POOL_WITHOUT_AUTO_COMMIT);
            return switch (this) {
                case POOL, POOL_WITHOUT_AUTO_COMMIT -> pool;
                case LAZY -> new LazyConnectionDataSourceProxy(pool);
                case TRANSACTION_AWARE -> new TransactionAwareDataSourceProxy(pool);
            };
        }
    }

    private void open(DataSource dataSource, TransactionMode mode) {
        store = RestanteStore.create(new StorePlacement.InDataSource("ds"), mode, name -> dataSource, factory -> {});
        store.open(SchemaManagement.CREATE, ConfiguredEntities.none());
        transaction(new JdbcTransactionManager(pool)).executeWithoutResult(status -> {
            rows.execute("CREATE TABLE IF NOT EXISTS dish (name VARCHAR(50))");
            rows.execute("DELETE FROM dish");
        });
    }

    private void open() {
        open(pool, TransactionMode.MIXED);
    }

    private static TransactionTemplate transaction(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }

    private TransactionTemplate transaction() {
        return transaction(new JdbcTransactionManager(pool));
    }

    private static JmsTemplate template(ConnectionFactory connections) {
        JmsTemplate made = new JmsTemplate(connections);
        made.setReceiveTimeout(TIMEOUT_MILLIS);
        return made;
    }

    private JmsTemplate jms() {
        return template(store.connectionFactory());
    }

    private void insert(String name) {
        rows.update("INSERT INTO dish (name) VALUES (?)", name);
    }

    private List<String> names() {
        return rows.queryForList("SELECT name FROM dish ORDER BY name", String.class);
    }

    /** Receives all messages of the queue in order. */
    private List<String> drain() {
        JmsTemplate plain = new JmsTemplate(store.restanteConnectionFactory());
        plain.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
        List<String> texts = new ArrayList<>();
        for (Object next = plain.receiveAndConvert(QUEUE); next != null; next = plain.receiveAndConvert(QUEUE)) {
            texts.add((String) next);
        }
        return texts;
    }

    /** Returns the ids of the database transactions that wrote the existing rows and messages. */
    private List<String> writingTransactionIds() {
        return rows.queryForList(
                "SELECT xmin::text FROM dish UNION SELECT xmin::text FROM restante_message", String.class);
    }

    @ParameterizedTest
    @EnumSource(DataSourceKind.class)
    @DisplayName("BEY-06 a message and a row commit together or not at all")
    void shouldCommitOnce(DataSourceKind kind) {
        DataSource dataSource = kind.of(pool);
        open(dataSource, TransactionMode.MIXED);
        TransactionTemplate transaction = transaction(new JdbcTransactionManager(dataSource));
        rows = new JdbcTemplate(dataSource);
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    insert("soup");
                    jms().convertAndSend(QUEUE, "soup");
                    throw new IllegalStateException("burnt");
                }))
                .hasMessage("burnt");
        assertThat(names()).isEmpty();
        assertThat(drain()).isEmpty();

        transaction.executeWithoutResult(status -> {
            insert("stew");
            jms().convertAndSend(QUEUE, "stew");
        });
        assertThat(names()).containsExactly("stew");
        assertThat(writingTransactionIds()).as("database transactions").hasSize(1);

        transaction.executeWithoutResult(status -> {
            assertThat(jms().receiveAndConvert(QUEUE)).isEqualTo("stew");
            status.setRollbackOnly();
        });
        transaction.executeWithoutResult(
                status -> assertThat(jms().receiveAndConvert(QUEUE)).isEqualTo("stew"));
        assertThat(drain()).isEmpty();
    }

    @Test
    @DisplayName("BEY-06 a transacted template and a template with cached sessions take part in transactions, too")
    void shouldJoinWithTransactedSessions() {
        open();
        CachingConnectionFactory cached = new CachingConnectionFactory(store.connectionFactory());
        try {
            for (ConnectionFactory connections : List.of(cached, store.connectionFactory())) {
                for (boolean transacted : List.of(true, false)) {
                    JmsTemplate jms = template(connections);
                    jms.setSessionTransacted(transacted);
                    transaction().executeWithoutResult(status -> {
                        jms.convertAndSend(QUEUE, "rolled back");
                        status.setRollbackOnly();
                    });
                    transaction().executeWithoutResult(status -> jms.convertAndSend(QUEUE, "committed"));
                    jms.convertAndSend(QUEUE, "outside");
                    assertThat(jms.receiveAndConvert(QUEUE)).isEqualTo("committed");
                    assertThat(drain()).containsExactly("outside");
                }
            }
        } finally {
            cached.destroy();
        }
    }

    @Test
    @DisplayName("BEY-06 a send in REQUIRES_NEW commits with the inner transaction, and in NOT_SUPPORTED immediately")
    void shouldHeedPropagation() {
        open();
        JdbcTransactionManager manager = new JdbcTransactionManager(pool);
        TransactionTemplate inner = transaction(manager);
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        TransactionTemplate none = transaction(manager);
        none.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
        transaction(manager).executeWithoutResult(status -> {
            jms().convertAndSend(QUEUE, "outer");
            inner.executeWithoutResult(innerStatus -> jms().convertAndSend(QUEUE, "inner"));
            inner.executeWithoutResult(innerStatus -> {
                jms().convertAndSend(QUEUE, "inner, rolled back");
                innerStatus.setRollbackOnly();
            });
            none.executeWithoutResult(noStatus -> jms().convertAndSend(QUEUE, "at once"));
            assertThat(drain()).containsExactly("inner", "at once");
            status.setRollbackOnly();
        });
        assertThat(drain()).isEmpty();
    }

    @Test
    @DisplayName("BEY-06 a read-only transaction and another isolation level reject a send and name the remedy")
    void shouldRefuseWhatCannotJoin() {
        open();
        TransactionTemplate readOnly = transaction();
        readOnly.setReadOnly(true);
        TransactionTemplate serializable = transaction();
        serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        assertThatExceptionOfType(JmsException.class)
                .isThrownBy(() -> readOnly.executeWithoutResult(status -> jms().convertAndSend(QUEUE, "a")))
                .withStackTraceContaining("in a read-write transaction");
        assertThatExceptionOfType(JmsException.class)
                .isThrownBy(() -> serializable.executeWithoutResult(status -> jms().convertAndSend(QUEUE, "b")))
                .withStackTraceContaining("Use READ COMMITTED");
        assertThat(drain()).isEmpty();
    }

    @Test
    @DisplayName("BEY-06 a template sends a request and receives the reply during a transaction")
    void shouldAskAndAnswer() {
        open();
        CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> {
            JmsTemplate other = template(store.connectionFactory());
            Message request = other.receive(QUEUE);
            try {
                other.convertAndSend(request.getJMSReplyTo(), "pong");
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        transaction().executeWithoutResult(status -> {
            Message answer = jms().sendAndReceive(QUEUE, session -> session.createTextMessage("ping"));
            assertThat(answer).isNotNull();
            status.setRollbackOnly();
        });
        answering.join();
    }

    @Test
    @DisplayName("BEY-06 messages do not join a transaction on another resource, and mode joined rejects it")
    void shouldTellOtherTransactions() throws JMSException {
        open();
        TransactionTemplate other = transaction(other());
        other.executeWithoutResult(status -> {
            // This query binds a connection that is in no transaction.
            names();
            jms().convertAndSend(QUEUE, "at once");
            status.setRollbackOnly();
        });
        assertThat(drain()).containsExactly("at once");
        store.close();

        open(pool, TransactionMode.JOINED);
        assertThatExceptionOfType(JmsException.class)
                .isThrownBy(() -> other.executeWithoutResult(status -> jms().convertAndSend(QUEUE, "refused")))
                .withStackTraceContaining("Use the transaction manager of that DataSource");
        assertThat(drain()).isEmpty();
    }

    @Test
    @DisplayName("BEY-06 messages do not join a connection that a template bound in a transaction on another resource")
    void shouldTellBoundConnections() {
        pool.setAutoCommit(false);
        open();
        transaction(other()).executeWithoutResult(status -> {
            names();
            jms().convertAndSend(QUEUE, "at once");
        });
        assertThat(drain()).containsExactly("at once");
    }

    @Test
    @DisplayName("BEY-06 messages do not join such a connection after it returned to its pool during a suspension")
    void shouldTellReturnedConnections() {
        open();
        PlatformTransactionManager other = other();
        TransactionTemplate inner = transaction(other);
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transaction(other).executeWithoutResult(status -> {
            names();
            inner.executeWithoutResult(innerStatus -> {});
            jms().convertAndSend(QUEUE, "at once");
        });
        assertThat(drain()).containsExactly("at once");
    }

    @ParameterizedTest
    @EnumSource(DataSourceKind.class)
    @DisplayName(
            "BEY-06 messages that callbacks send after the end of a transaction are sent although it is still bound")
    void shouldSendAfterwards(DataSourceKind kind) {
        DataSource dataSource = kind.of(pool);
        open(dataSource, TransactionMode.MIXED);
        JdbcTransactionManager watched = new JdbcTransactionManager(dataSource);
        watched.addListener(new TransactionEndListener());
        for (PlatformTransactionManager manager : List.of(watched, new JdbcTransactionManager(dataSource))) {
            TransactionTemplate inner = transaction(manager);
            inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            transaction(manager).executeWithoutResult(status -> {
                if (manager != watched) {
                    // Without the listener, Restante watches a transaction only after its first message.
                    jms().convertAndSend(QUEUE, "in it");
                }
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        inner.executeWithoutResult(innerStatus -> jms().convertAndSend(QUEUE, "inner"));
                        jms().convertAndSend(QUEUE, "after commit");
                    }

                    @Override
                    public void afterCompletion(int ended) {
                        jms().convertAndSend(QUEUE, "after completion");
                    }
                });
            });
        }
        assertThat(drain())
                .containsExactly(
                        "inner",
                        "after commit",
                        "after completion",
                        "in it",
                        "inner",
                        "after commit",
                        "after completion");
    }

    /** Returns a transaction manager of a different database. */
    private static PlatformTransactionManager other() {
        return new JdbcTransactionManager(new DriverManagerDataSource("jdbc:hsqldb:mem:other", "sa", ""));
    }

    @Test
    @DisplayName("BEY-06 a container with the transaction manager receives in the transaction of its listener's rows")
    void shouldListenInTransactions() throws Exception {
        open();
        BlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();
        DefaultMessageListenerContainer container = new DefaultMessageListenerContainer();
        container.setConnectionFactory(store.connectionFactory());
        container.setTransactionManager(new JdbcTransactionManager(pool));
        container.setCacheLevel(DefaultMessageListenerContainer.CACHE_CONSUMER);
        container.setDestinationName(QUEUE);
        container.setRecoveryInterval(20);
        container.setErrorHandler(ignored -> {});
        container.setMessageListener((MessageListener) message -> {
            try {
                int attempt = message.getIntProperty("JMSXDeliveryCount");
                insert("attempt " + attempt);
                jms().convertAndSend("bills", "attempt " + attempt);
                attempts.add(attempt);
                if (attempt == 1) {
                    throw new IllegalStateException("collapsed");
                }
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        container.afterPropertiesSet();
        container.start();
        try {
            jms().convertAndSend(QUEUE, "soufflé");
            assertThat(jms().receiveAndConvert("bills")).isEqualTo("attempt 2");
        } finally {
            container.shutdown();
        }
        assertThat(attempts).containsExactly(1, 2);
        assertThat(names()).containsExactly("attempt 2");
        assertThat(drain()).isEmpty();
    }

    @Test
    @DisplayName("a DataSource that routes between databases is rejected, and the failure names the remedy")
    void shouldRefuseRouting() {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return "a";
            }
        };
        routing.setTargetDataSources(Map.of("a", pool));
        routing.afterPropertiesSet();
        assertThatExceptionOfType(StoreConfigurationException.class)
                .isThrownBy(() -> open(routing, TransactionMode.MIXED))
                .satisfies(refusal -> assertThat(refusal.remedy()).contains("restante.data-source"));
    }

    @Test
    @DisplayName("the node works with its own connections while the application has exhausted its pool")
    void shouldNotNeedThePool() throws Exception {
        pool.setMaximumPoolSize(1);
        open();
        try (java.sql.Connection all = pool.getConnection()) {
            assertThat(all.isValid(1)).isTrue();
            jms().convertAndSend(QUEUE, "a");
            assertThat(jms().receiveAndConvert(QUEUE)).isEqualTo("a");
        }
    }
}
