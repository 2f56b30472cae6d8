package dev.restante.feature.pooler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.JmsContract;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.api.JdbcTransactionProvider;
import dev.restante.testing.PgBouncer;
import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Joined and distributed transactions behind a pooler. The tests are skipped if pgbouncer is not installed, unless the
 * profile requires it.
 */
@DisplayName("joined and distributed transactions behind a pooler")
@Tag("pgbouncer")
@Timeout(120)
final class PoolerTransactionsTest {

    @TempDir
    private Path folder;

    private final String directUrl = PostgresServer.newDatabase();
    private PgBouncer pooler;
    private RestanteXAConnectionFactory factory;

    @BeforeEach
    void requireProgram() {
        if (!Boolean.getBoolean("restante.pgbouncer.required")) {
            assumeThat(PgBouncer.isInstalled()).isTrue();
        }
    }

    @AfterEach
    void close() throws IOException, JMSException {
        if (factory != null) {
            factory.close();
        }
        if (pooler != null) {
            pooler.close();
        }
    }

    private void open(String mode, int sessions) throws IOException, JMSException {
        pooler = PgBouncer.start(directUrl, mode, sessions, folder);
        reopen();
    }

    private void reopen() throws JMSException {
        if (factory != null) {
            factory.close();
        }
        factory = new RestanteXAConnectionFactory(pooler.url());
        factory.setLingerDuration(Duration.ZERO);
    }

    private record Name(int getFormatId, String global) implements Xid {
        @Override
        public byte[] getGlobalTransactionId() {
            return global.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }

    private long businessRows() throws SQLException {
        try (Connection direct = DriverManager.getConnection(directUrl);
                Statement statement = direct.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM business")) {
            row.next();
            return row.getLong(1);
        }
    }

    private List<String> drain(String queue) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (jakarta.jms.Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            connection.start();
            for (Message next = consumer.receive(3_000); next != null; next = consumer.receive(500)) {
                texts.add(JmsContract.text(next));
            }
        }
        return texts;
    }

    @ParameterizedTest
    @CsvSource({"transaction, 4", "session, 50"})
    @DisplayName("BEY-01 a message and a row commit together or not at all, many times")
    void shouldJoinTransactions(String mode, int sessions) throws Exception {
        open(mode, sessions);
        try (Connection direct = DriverManager.getConnection(directUrl);
                Statement statement = direct.createStatement()) {
            statement.execute("CREATE TABLE business (name VARCHAR(50) PRIMARY KEY)");
        }
        try (Connection jdbc = DriverManager.getConnection(pooler.url() + "&prepareThreshold=0");
                Statement statement = jdbc.createStatement();
                jakarta.jms.Connection joining = factory.joiningTransactions(JdbcTransactionProvider.of(jdbc))
                        .createConnection()) {
            jdbc.setAutoCommit(false);
            joining.start();
            Session session = joining.createSession();
            Queue queue = session.createQueue("in");
            Queue out = session.createQueue("out");
            for (int i = 0; i < 20; i++) {
                JmsContract.send(session, queue, "m" + i);
                statement.execute("INSERT INTO business VALUES ('sent" + i + "')");
                end(jdbc, i % 2 == 0);
            }
            MessageConsumer consumer = session.createConsumer(queue);
            for (int i = 0; i < 20; i++) {
                String text = JmsContract.text(JmsContract.receive(consumer));
                JmsContract.send(session, out, text);
                statement.execute("INSERT INTO business VALUES ('passed " + text + "')");
                end(jdbc, i % 2 == 1);
            }
        }
        assertThat(businessRows()).isEqualTo(20);
        assertThat(drain("out")).hasSize(10).doesNotHaveDuplicates();
        assertThat(drain("in")).isEmpty();
    }

    private static void end(Connection jdbc, boolean committing) throws SQLException {
        if (committing) {
            jdbc.commit();
        } else {
            jdbc.rollback();
        }
    }

    @ParameterizedTest
    @CsvSource({"transaction, 4", "session, 50"})
    @DisplayName("a prepared branch is committed or rolled back later, even after the pooler was killed")
    void shouldPrepareBranches(String mode, int sessions) throws Exception {
        open(mode, sessions);
        Name committed = new Name(7, "committed");
        Name undone = new Name(7, "undone");
        try (XAConnection connection = factory.createXAConnection();
                XASession session = connection.createXASession()) {
            XAResource resource = session.getXAResource();
            for (Name name : List.of(committed, undone)) {
                resource.start(name, XAResource.TMNOFLAGS);
                JmsContract.send(session, session.createQueue("q"), name.global());
                resource.end(name, XAResource.TMSUCCESS);
                assertThat(resource.prepare(name)).isEqualTo(XAResource.XA_OK);
            }
            pooler.kill();
            pooler.restart();
            resource.commit(committed, false);
        }
        reopen();
        try (XAConnection connection = factory.createXAConnection();
                XASession session = connection.createXASession()) {
            XAResource resource = session.getXAResource();
            assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                    .hasSize(1);
            resource.rollback(undone);
        }
        assertThat(drain("q")).containsExactly("committed");
    }
}
