package dev.restante.feature.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.Eventually;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many nodes on a server that gives few connections. */
abstract class CrowdContract {

    /** How many the server gives to {@link #USER}. */
    static final int LIMIT = 24;

    static final String USER = "crowd";

    private static final int QUEUES = 2;

    private static final String NONE_LEFT = "all connections that the server gives are in use";

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(2);

    private final List<RestanteConnectionFactory> factories = new ArrayList<>();
    private Connection administrator;

    /** A connection of somebody else, to an empty database. */
    abstract Connection administrator() throws SQLException;

    /** Makes the user. */
    abstract List<String> preparation();

    abstract List<String> cleaning();

    /** Counts the user's connections. */
    abstract String count();

    /** The URL of the store; each number is another node. */
    abstract String url(int node);

    /** What docs/databases.md says that a node has when it has been opened. */
    abstract int opened();

    /** And at most when it has sent and received, one thing after the other. */
    abstract int atWork();

    @BeforeEach
    final void prepare() throws SQLException {
        administrator = administrator();
        execute(preparation());
    }

    @AfterEach
    final void close() throws Exception {
        for (RestanteConnectionFactory factory : factories) {
            factory.close();
        }
        execute(cleaning());
        administrator.close();
    }

    private void execute(List<String> commands) throws SQLException {
        try (Statement statement = administrator.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    private int connections() throws SQLException {
        try (Statement statement = administrator.createStatement();
                ResultSet row = statement.executeQuery(count())) {
            row.next();
            return row.getInt(1);
        }
    }

    private JMSContext openNode() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url(factories.size()));
        factories.add(factory);
        factory.setUser(USER);
        factory.setStoreTimeout(STORE_TIMEOUT);
        factory.setLingerDuration(Duration.ZERO);
        return factory.createContext();
    }

    /** With several queues, so that each pipeline has its part. */
    private static void work(JMSContext context) {
        for (int i = 0; i < QUEUES; i++) {
            Queue queue = context.createQueue("q" + i);
            context.createProducer().send(queue, "a");
            try (JMSConsumer consumer = context.createConsumer(queue)) {
                assertThat(consumer.receiveBody(String.class, Eventually.PATIENCE_MILLIS))
                        .isEqualTo("a");
            }
        }
    }

    @Test
    @DisplayName("a node has as few connections as the page says")
    void shouldTakeFew() throws SQLException {
        JMSContext node = openNode();
        assertThat(connections()).isEqualTo(opened());
        work(node);
        assertThat(connections()).isBetween(opened(), atWork());
    }

    @Test
    @DisplayName(
            "RCV-19 where the server has no connection left, a node that opens and one that begins to work say so within their time, and go on when others have left")
    void shouldNameTheLimit() throws SQLException, JMSException {
        List<JMSContext> nodes = new ArrayList<>();
        while (connections() + opened() <= LIMIT) {
            nodes.add(openNode());
        }
        assertThat(nodes).hasSizeGreaterThan(5);
        assertThatExceptionOfType(JMSRuntimeException.class)
                .isThrownBy(this::openNode)
                .withMessageContaining(NONE_LEFT)
                .withMessageContaining("docs/databases.md");
        List<String> told = new CopyOnWriteArrayList<>();
        nodes.get(0).setExceptionListener(problem -> told.add(problem.getMessage()));
        try {
            work(nodes.get(0));
        } catch (JMSRuntimeException problem) {
            told.add(problem.getMessage());
        }
        assertThat(told).anyMatch(problem -> problem.contains(NONE_LEFT));
        for (RestanteConnectionFactory factory : factories.subList(2, factories.size())) {
            factory.close();
        }
        work(nodes.get(0));
        work(nodes.get(1));
    }
}
