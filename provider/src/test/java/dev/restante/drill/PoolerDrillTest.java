package dev.restante.drill;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.testing.PgBouncer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Test with pgbouncer. It is skipped if pgbouncer is not installed, unless the profile requires it. */
@DisplayName("nodes behind a pgbouncer under faults")
@Tag("pgbouncer")
final class PoolerDrillTest {

    private static final int NODES = 3;
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(6);

    private final Random random = Drill.random("pgbouncer");

    @TempDir
    private Path folder;

    private enum PoolerFault {
        /** The process of pgbouncer is killed, and restarts after a while. */
        KILL,
        /** The server behind pgbouncer recovers. */
        CRASH_DATABASE,
        /** Other clients occupy all sessions of pgbouncer with transactions. */
        EXHAUST
    }

    @BeforeEach
    void requireProgram() {
        if (!Boolean.getBoolean("restante.pgbouncer.required")) {
            assumeThat(PgBouncer.isInstalled()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"transaction, 8", "session, 60"})
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @DisplayName("SND-01, SND-09, RCV-02, RCV-19, RCV-20, TXN-13, VIS-07 no message is lost, doubled, resurrected,"
            + " torn or out of order")
    void shouldSurvive(String mode, int sessions) throws Exception {
        int rounds = Integer.getInteger("restante.pooler.rounds", 3);
        try (DatabaseProcesses database = new PostgresProcesses();
                PgBouncer pooler = PgBouncer.start(database.url(), mode, sessions, folder);
                Drill drill = new Drill(database.url())) {
            for (int i = 0; i < NODES; i++) {
                drill.start(pooler.url() + "&ApplicationName=n" + i, LEASE, STORE_TIMEOUT);
            }
            drill.awaitProgress();
            for (int round = 0; round < rounds; round++) {
                PoolerFault fault = PoolerFault.values()[round % PoolerFault.values().length];
                long millis = 100L + random.nextInt(7_000);
                drill.history.add(fault + " for " + millis + " ms");
                inject(fault, millis, sessions, database, pooler);
                drill.awaitProgress();
            }
            drill.end();
            System.out.println("pgbouncer, " + mode + ": " + drill);
        }
    }

    private static void inject(
            PoolerFault fault, long millis, int sessions, DatabaseProcesses database, PgBouncer pooler)
            throws Exception {
        switch (fault) {
            case KILL -> {
                pooler.kill();
                TimeUnit.MILLISECONDS.sleep(millis);
                pooler.restart();
            }
            case CRASH_DATABASE -> database.crash();
            case EXHAUST -> {
                List<Connection> others = new ArrayList<>();
                try {
                    while (others.size() < sessions) {
                        others.add(hold(pooler.url()));
                    }
                } catch (SQLException noneLeft) {
                    // In session mode the nodes keep their sessions.
                } finally {
                    TimeUnit.MILLISECONDS.sleep(millis);
                    for (Connection other : others) {
                        other.close();
                    }
                }
            }
        }
    }

    /** Opens a session and begins a transaction. */
    private static Connection hold(String url) throws SQLException {
        Connection connection =
                DriverManager.getConnection(url + "&prepareThreshold=0&ApplicationName=other&loginTimeout=3");
        try (Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.setQueryTimeout(3);
            statement.execute("SELECT 1");
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
