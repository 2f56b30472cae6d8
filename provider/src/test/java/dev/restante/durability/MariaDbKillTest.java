package dev.restante.durability;

import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("kill -9 of nodes on MariaDB")
@OnMariaDb
@Tag("mariadb-whole")
final class MariaDbKillTest {

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName(
            "SND-01, RCV-08, RCV-13, TTL-16, DLV-07, TXN-13 nothing acknowledged is missing, nothing completed comes back, nothing is in two queues")
    void shouldSurviveKill() throws Exception {
        new KillRounds(MariaDbServer.newDatabase(), Duration.ofSeconds(1), false)
                .run(
                        Integer.getInteger("restante.crash.postgres.rounds", 2),
                        Long.getLong("restante.crash.seed", System.nanoTime()));
    }

    @Test
    @Timeout(200)
    @DisplayName(
            "BEY-01 of what a killed JVM receives, writes and sends in transactions of its own each message has its row and its successor, once")
    void shouldHappenOnce() throws Exception {
        // Which transactions of the application have to say.
        JoinedKillTest.shouldHappenOnce(MariaDbServer.newDatabase() + "&transactionIsolation=READ-COMMITTED");
    }
}
