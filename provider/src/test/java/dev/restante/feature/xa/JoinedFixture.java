package dev.restante.feature.xa;

import dev.restante.JmsContract;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.JdbcTransactionProvider;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Session that joins the transactions of a connection of the application. */
public abstract class JoinedFixture extends JmsContract {

    Connection jdbc;
    jakarta.jms.Connection joining;
    Session session;
    Queue in;
    Queue out;

    @BeforeEach
    final void openJoiningSession() throws JMSException, SQLException {
        try (Connection owner = jdbc(MariaDbServer.asOwner(PostgresServer.asOwner(url())));
                Statement statement = owner.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS business (name VARCHAR(50) PRIMARY KEY)");
        }
        jdbc = jdbc();
        jdbc.setAutoCommit(false);
        joining = factory.joiningTransactions(JdbcTransactionProvider.of(jdbc)).createConnection();
        joining.start();
        session = joining.createSession();
        in = session.createQueue("in");
        out = session.createQueue("out");
    }

    @AfterEach
    final void closeJdbc() throws SQLException {
        if (!jdbc.isClosed()) {
            jdbc.setAutoCommit(false);
            jdbc.rollback();
            jdbc.close();
        }
    }

    Connection jdbc() throws SQLException {
        return jdbc(url());
    }

    static Connection jdbc(String url) throws SQLException {
        return url.startsWith("jdbc:hsqldb")
                ? DriverManager.getConnection(url, "SA", "")
                : DriverManager.getConnection(url);
    }

    /** {@return the numbers of available messages and of messages in flight} */
    List<Long> content(Queue queue) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            var statistics = admin.statistics(queue.getQueueName());
            return List.of(statistics.available(), statistics.inFlight());
        }
    }

    void awaitContent(Queue queue, long available, long inFlight) throws Exception {
        eventually(queue + " has " + available + " available, " + inFlight + " in flight", () -> content(queue)
                .equals(List.of(available, inFlight)));
    }

    /** Receives the given number of messages, and asserts that no more messages follow. */
    List<String> drainAll(Queue queue, int count) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(queue)) {
            while (texts.size() < count) {
                texts.add(text(receive(consumer)));
            }
            assertNothing(consumer);
        }
        return texts;
    }
}
