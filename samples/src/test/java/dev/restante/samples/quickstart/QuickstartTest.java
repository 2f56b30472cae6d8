package dev.restante.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.samples.CapturedOutput;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Quickstart with a short plan")
class QuickstartTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("RCV-07 RCV-10 RCV-13 TTL-15 TTL-16 each job is accounted for exactly once, even after two kills")
    void shouldBalanceAfterKills() throws Exception {
        int[] exitCode = {-1};
        String output = CapturedOutput.of(
                () -> exitCode[0] = Quickstart.run(directory.resolve("data").toString(), "short", "2"));
        assertThat(exitCode[0]).as(output).isZero();
        assertThat(output)
                .containsSubsequence(
                        "life 1 begins", "kill -9 after", "life 2 begins", "kill -9 after", "life 3 begins")
                .contains("The ledger balances.");
    }
}
