package dev.restante.durability;

import dev.restante.testing.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("kill -9 while four threads send and four settle")
@Tag("crash")
final class KillTest {

    private static final long SEED = Long.getLong("restante.crash.seed", System.nanoTime());

    @TempDir
    Path directory;

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("SND-01, RCV-08, TTL-16, DLV-07, TXN-13 on HSQLDB no acknowledged message is missing, no completed"
            + " message returns, and no message is in two queues")
    void shouldSurviveKillOnFiles() throws Exception {
        new KillRounds("jdbc:hsqldb:file:" + directory.resolve("store"), Duration.ofSeconds(15), true)
                .run(Integer.getInteger("restante.crash.rounds", 3), SEED);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("RCV-13 on PostgreSQL no acknowledged message is missing, no completed message returns, and another"
            + " node releases messages in flight")
    void shouldSurviveKillOnPostgres() throws Exception {
        new KillRounds(PostgresServer.newDatabase(), Duration.ofSeconds(1), false)
                .run(Integer.getInteger("restante.crash.postgres.rounds", 2), SEED);
    }
}
