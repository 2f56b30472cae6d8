package dev.restante.feature.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.model.DocumentationPages;
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

/** Many nodes on a server that allows few connections. */
abstract class CrowdContract {

    /** Number of connections that the server allows for {@link #USER}. */
    static final int LIMIT = 24;

    static final String USER = "crowd";

    private static final int QUEUES = 2;

    private static final String NONE_LEFT = "All connections that the server allows are in use";

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(2);

    private final List<RestanteConnectionFactory> factories = new ArrayList<>();
    private Connection administrator;

    /** {@return a connection of an administrator to an empty database} */
    abstract Connection administrator() throws SQLException;

    /** {@return the statements that create the user} */
    abstract List<String> preparation();

    abstract List<String> cleaning();

    /** {@return the query for the number of connections of the user} */
    abstract String count();

    /** Returns the URL of the store for a node. Each number is another node. */
    abstract String url(int node);

    /** {@return the number of connections of an open node, according to docs/operations/connections.md} */
    abstract int opened();

    /**
     * {@return the highest number of connections of a node that makes one call after the other, according to
     * docs/operations/connections.md}
     */
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

    /** Sends and receives messages of several queues, so that each pipeline takes part. */
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
    @DisplayName("a node has as few connections as docs/operations/connections.md says")
    void shouldTakeFew() throws SQLException {
        JMSContext node = openNode();
        assertThat(connections()).isEqualTo(opened());
        work(node);
        assertThat(connections()).isBetween(opened(), atWork());
    }

    @Test
    @DisplayName(
            "RCV-19 if the server has no free connection, opening and using a node fail in time, and succeed later")
    void shouldNameTheLimit() throws SQLException, JMSException {
        List<JMSContext> nodes = new ArrayList<>();
        while (connections() + opened() <= LIMIT) {
            nodes.add(openNode());
        }
        assertThat(nodes).hasSizeGreaterThan(5);
        assertThatExceptionOfType(JMSRuntimeException.class)
                .isThrownBy(this::openNode)
                .withMessageContaining(NONE_LEFT)
                .withMessageContaining(DocumentationPages.CONNECTIONS);
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
