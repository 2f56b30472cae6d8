package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@DisplayName("body larger than the heap, with other traffic")
@Tag("large")
final class LargeTransferTest {

    private static final Logger LOG = LoggerFactory.getLogger(LargeTransferTest.class);

    /** Size of the body in mebibytes, like the heap. */
    private static final int BODY = Integer.getInteger("restante.large.body", 1_024);

    private static final int HEAP = Integer.getInteger("restante.large.heap", 256);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"files", "PostgreSQL"})
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @DisplayName(
            "LRG-07 a body larger than the heap is transferred with only a few chunks in memory, beside other messages")
    void shouldPass(String database) throws Exception {
        String url = database.equals("files")
                ? "jdbc:hsqldb:file:" + directory.resolve("store")
                : PostgresServer.newDatabase();
        long bytes = (long) BODY << 20;
        try (ChildJvm child = ChildJvm.start(
                Duration.ofMinutes(30), HEAP + "m", LargeTransferChild.class, url, String.valueOf(bytes))) {
            String sent = child.expect("sent");
            String received = child.expect("received");
            assertThat(child.expect("length")).isEqualTo(String.valueOf(bytes));
            String small = child.expect("small");
            String slowest = child.expect("slowest");
            LOG.info(
                    "{} MiB with a heap of {} MiB on {}: sent in {} ms, received in {} ms; beside it {} small messages, the slowest in {} ms",
                    BODY,
                    HEAP,
                    database,
                    sent,
                    received,
                    small,
                    slowest);
            assertThat(Long.parseLong(small)).isPositive();
            assertThat(child.awaitEnd()).isZero();
        }
    }
}
