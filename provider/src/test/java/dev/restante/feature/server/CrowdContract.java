package dev.restante.feature.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.Eventually;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many nodes on a server that gives few connections. */
abstract class CrowdContract {

    /** How many the server gives to {@link #USER}. */
    static final int LIMIT = 24;

    static final String USER = "crowd";

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(3);

    private final List<RestanteConnectionFactory> factories = new ArrayList<>();
    private final List<JMSContext> open = new ArrayList<>();
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
    abstract int kept();

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

    @Test
    @DisplayName(
            "RCV-19 nodes open until the server gives no more connections; the next one says so within its time, and those that are open go on")
    void shouldNameTheLimit() throws SQLException, JMSException {
        int before = connections();
        long begun = System.nanoTime();
        try {
            while (open.size() < LIMIT) {
                long one = System.nanoTime();
                open.add(openNode());
                System.err.println("OPENED " + open.size() + " " + (System.nanoTime() - one) / 1_000_000 + " ms, " + connections());
            }
        } catch (JMSRuntimeException e) {
            System.err.println("REFUSED " + e.getMessage() + " " + (System.nanoTime() - begun) / 1_000_000 + " ms");
        }
        for (JMSContext each : open) {
            Queue queue = each.createQueue("q");
            each.createProducer().send(queue, "a");
            assertThat(each.createConsumer(queue).receiveBody(String.class, Eventually.PATIENCE_MILLIS))
                    .isEqualTo("a");
        }
        System.err.println("AFTER " + connections());
    }
}
