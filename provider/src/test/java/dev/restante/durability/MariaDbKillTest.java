package dev.restante.durability;

import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("kill -9 of nodes on MariaDB")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbKillTest {

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("SND-01, RCV-08, RCV-13, TTL-16, DLV-07, TXN-13 no acknowledged message is missing, no completed"
            + " message returns, and no message is in two queues")
    void shouldSurviveKill() throws Exception {
        new KillRounds(MariaDbServer.newDatabase(), Duration.ofSeconds(1), false)
                .run(
                        Integer.getInteger("restante.crash.postgres.rounds", 2),
                        Long.getLong("restante.crash.seed", System.nanoTime()));
    }

    @Test
    @Timeout(200)
    @DisplayName("BEY-01 each message of a killed JVM with application transactions results in exactly one row and one"
            + " successor")
    void shouldHappenOnce() throws Exception {
        // Application transactions need this isolation level.
        JoinedTransactionKillTest.shouldHappenOnce(
                MariaDbServer.newDatabase() + "&transactionIsolation=READ-COMMITTED");
    }
}
