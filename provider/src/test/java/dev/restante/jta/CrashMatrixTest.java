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

    /** For four tests together that pass messages on. */
    private static final int ROUNDS = Integer.getInteger("restante.xa.rounds", 10);

    private static final int TESTS = 4;

    /** For each test of expired messages. */
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
    @DisplayName("XA-08, XA-09, XA-13 a store in files and a row in PostgreSQL: all or nothing")
    void shouldAgreeWithRowOnFiles() throws Exception {
        new CrashRounds(CrashStory.PASSED_ON, files(), Partner.Kind.POSTGRES, table()).run((ROUNDS + 3) / TESTS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("XA-08, XA-09, XA-13 a store in PostgreSQL and a row in PostgreSQL: all or nothing")
    void shouldAgreeWithRowOnPostgres() throws Exception {
        new CrashRounds(CrashStory.PASSED_ON, PostgresServer.newDatabase(), Partner.Kind.POSTGRES, table())
                .run((ROUNDS + 2) / TESTS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("XA-08, XA-09, XA-13 a store in files and a message of Artemis: all or nothing")
    void shouldAgreeWithMessageOnFiles() throws Exception {
        new CrashRounds(CrashStory.PASSED_ON, files(), Partner.Kind.ARTEMIS, ArtemisServer.url())
                .run((ROUNDS + 1) / TESTS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("XA-08, XA-09, XA-13 a store in PostgreSQL and a message of Artemis: all or nothing")
    void shouldAgreeWithMessageOnPostgres() throws Exception {
        new CrashRounds(CrashStory.PASSED_ON, PostgresServer.newDatabase(), Partner.Kind.ARTEMIS, ArtemisServer.url())
                .run(ROUNDS / TESTS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("TTL-19 an expired message of a store in files, and a row: a dead letter with it, or it waits")
    void shouldExpireWithRowOnFiles() throws Exception {
        new CrashRounds(CrashStory.EXPIRED, files(), Partner.Kind.POSTGRES, table()).run(EXPIRY_ROUNDS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("TTL-19 an expired message of a store in PostgreSQL, and a row: a dead letter with it, or it waits")
    void shouldExpireWithRowOnPostgres() throws Exception {
        new CrashRounds(CrashStory.EXPIRED, PostgresServer.newDatabase(), Partner.Kind.POSTGRES, table())
                .run(EXPIRY_ROUNDS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("TTL-19 an expired message of a store in files moves to Artemis: it is in one of the two")
    void shouldExpireToArtemisFromFiles() throws Exception {
        new CrashRounds(CrashStory.EXPIRED, files(), Partner.Kind.ARTEMIS, ArtemisServer.url())
                .run(EXPIRY_ROUNDS, SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("TTL-19 an expired message of a store in PostgreSQL moves to Artemis: it is in one of the two")
    void shouldExpireToArtemisFromPostgres() throws Exception {
        new CrashRounds(CrashStory.EXPIRED, PostgresServer.newDatabase(), Partner.Kind.ARTEMIS, ArtemisServer.url())
                .run(EXPIRY_ROUNDS, SEED);
    }
}
