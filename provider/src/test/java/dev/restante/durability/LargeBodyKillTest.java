package dev.restante.durability;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PatternStream;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("kill -9 during the transfer of a large body")
@Timeout(180)
final class LargeBodyKillTest {

    private static final long LEASE_MILLIS = 3_000;
    private static final long PATIENCE_MILLIS = 60_000;

    @TempDir
    Path directory;

    private String url = "";

    private void killed(String doing) throws Exception {
        try (ChildJvm child = ChildJvm.start(LargeBodyChild.class, url, String.valueOf(LEASE_MILLIS), doing)) {
            child.expect("there");
            child.kill();
        }
    }

    private RestanteConnectionFactory open() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofMillis(LEASE_MILLIS));
        return factory;
    }

    private void use(String database) {
        url = database.equals("files")
                ? "jdbc:hsqldb:file:" + directory.resolve("store")
                : PostgresServer.newDatabase();
    }

    private long rows(String... tables) throws SQLException {
        long rows = 0;
        try (java.sql.Connection database = url.startsWith("jdbc:hsqldb")
                        ? DriverManager.getConnection(url, "SA", "")
                        : DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            for (String table : tables) {
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM restante_" + table)) {
                    row.next();
                    rows += row.getLong(1);
                }
            }
        }
        return rows;
    }

    private void awaitNothingLeft() {
        eventually(
                "no row of a large body is left",
                () -> rows(
                                "large_body",
                                "large_body_chunk",
                                "large_body_reference",
                                "large_body_retention",
                                "deleted_body")
                        == 0);
    }

    private static void assertWhole(Connection connection, boolean redelivered) throws JMSException {
        connection.start();
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(LargeBodyChild.QUEUE))) {
            Message message = consumer.receive(PATIENCE_MILLIS);
            assertThat(message).isNotNull();
            assertThat(message.getJMSRedelivered()).isEqualTo(redelivered);
            PatternStream.Check check = new PatternStream.Check();
            message.setObjectProperty("JMS_Restante_SaveStream", check);
            assertThat(check.length()).isEqualTo(LargeBodyChild.LENGTH);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "PostgreSQL"})
    @DisplayName("LRG-02 the written part of a body is removed if its message was not sent")
    void shouldLeaveNoOrphans(String database) throws Exception {
        use(database);
        for (String doing : List.of("half", "uncommitted")) {
            killed(doing);
            try (RestanteConnectionFactory factory = open();
                    Connection connection = factory.createConnection()) {
                connection.start();
                awaitNothingLeft();
                try (Session session = connection.createSession();
                        MessageConsumer consumer = session.createConsumer(session.createQueue(LargeBodyChild.QUEUE))) {
                    assertThat(consumer.receiveNoWait()).isNull();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "PostgreSQL"})
    @DisplayName("LRG-01, LRG-03 a sent body is complete, even after a consumer was killed that had read half of it")
    void shouldKeepWhatWasSent(String database) throws Exception {
        use(database);
        killed("sent");
        killed("reading");
        try (RestanteConnectionFactory factory = open();
                Connection connection = factory.createConnection()) {
            assertWhole(connection, true);
            awaitNothingLeft();
            assertThat(rows("message")).isZero();
        }
    }
}
