package dev.restante.jta;

import dev.restante.testing.PostgresServer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("kill -9 at each step of a distributed transaction, and recovery by Narayana")
@Tag("xa-crash")
final class CrashMatrixTest {

    private static final long SEED = Long.getLong("restante.xa.seed", System.nanoTime());

    /** Number of rounds of the four tests that pass messages on. */
    private static final int ROUNDS = Integer.getInteger("restante.xa.rounds", 10);

    private static final int TESTS = 4;

    /** Number of rounds of each test with expired messages. */
    private static final int EXPIRY_ROUNDS = Integer.getInteger("restante.xa.expiry.rounds", 1);

    @TempDir
    Path directory;

    private String files() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    private static String table() throws Exception {
        String database = PostgresServer.newDatabase();
        PostgresPartner.create(database);
        return database;
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("XA-08, XA-09, XA-13 an HSQLDB store and a row in PostgreSQL commit both or neither")
    void shouldAgreeWithRowOnFiles() throws Exception {
        new CrashRounds(CrashScenario.PASSED_ON, files(), Partner.Kind.POSTGRES, table())
                .run((ROUNDS + 3) / TESTS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("XA-08, XA-09, XA-13 a PostgreSQL store and a row in PostgreSQL commit both or neither")
    void shouldAgreeWithRowOnPostgres() throws Exception {
        new CrashRounds(CrashScenario.PASSED_ON, PostgresServer.newDatabase(), Partner.Kind.POSTGRES, table())
                .run((ROUNDS + 2) / TESTS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("XA-08, XA-09, XA-13 an HSQLDB store and a message of Artemis commit both or neither")
    void shouldAgreeWithMessageOnFiles() throws Exception {
        new CrashRounds(CrashScenario.PASSED_ON, files(), Partner.Kind.ARTEMIS, ArtemisServer.url())
                .run((ROUNDS + 1) / TESTS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("XA-08, XA-09, XA-13 a PostgreSQL store and a message of Artemis commit both or neither")
    void shouldAgreeWithMessageOnPostgres() throws Exception {
        new CrashRounds(
                        CrashScenario.PASSED_ON,
                        PostgresServer.newDatabase(),
                        Partner.Kind.ARTEMIS,
                        ArtemisServer.url())
                .run(ROUNDS / TESTS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("TTL-19 an expired message in HSQLDB is dead-lettered together with a row, or still waits")
    void shouldExpireWithRowOnFiles() throws Exception {
        new CrashRounds(CrashScenario.EXPIRED, files(), Partner.Kind.POSTGRES, table()).run(EXPIRY_ROUNDS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("TTL-19 an expired message in PostgreSQL is dead-lettered together with a row, or still waits")
    void shouldExpireWithRowOnPostgres() throws Exception {
        new CrashRounds(CrashScenario.EXPIRED, PostgresServer.newDatabase(), Partner.Kind.POSTGRES, table())
                .run(EXPIRY_ROUNDS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("TTL-19 an expired message that moves from HSQLDB to Artemis is in exactly one of the two")
    void shouldExpireToArtemisFromFiles() throws Exception {
        new CrashRounds(CrashScenario.EXPIRED, files(), Partner.Kind.ARTEMIS, ArtemisServer.url())
                .run(EXPIRY_ROUNDS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("TTL-19 an expired message that moves from PostgreSQL to Artemis is in exactly one of the two")
    void shouldExpireToArtemisFromPostgres() throws Exception {
        new CrashRounds(CrashScenario.EXPIRED, PostgresServer.newDatabase(), Partner.Kind.ARTEMIS, ArtemisServer.url())
                .run(EXPIRY_ROUNDS, SEED);
    }
}
