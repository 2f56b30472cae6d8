package dev.restante.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.bench.measure.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChildJvmTest {

    @TempDir
    Path directory;

    static Stream<RunOutcome> outcomes() {
        return Stream.of(
                new RunOutcome.MeasuredRun(12.5, Map.of(), Map.of("fill, msg/s", 3.25, "heap = used, MiB", 100.0)),
                new RunOutcome.SkippedRun("no = sign: lost"),
                new RunOutcome.FailedRun("two\nlines"));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void shouldHandOverAnOutcomeThroughAFile(RunOutcome outcome) throws IOException {
        Path file = directory.resolve("outcome");

        ChildJvm.write(file, outcome);

        assertThat(ChildJvm.read(file)).isEqualTo(outcome);
    }

    @Test
    void shouldReportAFileWithoutOutcomeAsFailed() throws IOException {
        Path file = Files.writeString(directory.resolve("outcome"), "");

        assertThat(ChildJvm.read(file)).isInstanceOf(RunOutcome.FailedRun.class);
    }
}
