package dev.restante.timedhistory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("lines of histories with times")
final class HistoryLineTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"event\":\"begin\",\"at\":5,\"operation\":\"a:1\",\"type\":\"send\",\"session\":\"a/s\","
                        + "\"adds\":[\"in/1\",\"in/2\"],\"group\":\"g\",\"timeToLiveMillis\":500,\"delayMillis\":9}",
                "{\"event\":\"begin\",\"at\":5,\"operation\":\"a:1\",\"type\":\"move\",\"session\":\"a/s\","
                        + "\"adds\":[\"out/1\"],\"removes\":[\"in/1\"]}",
                "{\"event\":\"begin\",\"at\":5,\"operation\":\"a:1\",\"type\":\"renew\",\"session\":\"a/s\","
                        + "\"locked\":[\"in/1\"]}",
                "{\"event\":\"begin\",\"at\":5,\"operation\":\"a:1\",\"type\":\"receive\",\"session\":\"a/s\","
                        + "\"queue\":\"in\"}",
                "{\"event\":\"end\",\"at\":6,\"operation\":\"a:1\",\"result\":\"ok\",\"message\":\"in/1\","
                        + "\"redelivered\":true}",
                "{\"event\":\"end\",\"at\":6,\"operation\":\"a:1\",\"result\":\"refused\",\"error\":\"E\"}",
                "{\"event\":\"end\",\"at\":6,\"operation\":\"a:1\",\"result\":\"unknown\",\"token\":\"t\"}",
                "{\"event\":\"left\",\"message\":\"in/\\\"1\\\"\"}",
                "{\"event\":\"loss\"}",
                "{\"event\":\"failure\",\"worker\":\"a\",\"text\":\"x\"}",
                "{\"event\":\"note\",\"worker\":\"a\",\"text\":\"x\"}"
            })
    void shouldWriteWhatItReads(String line) {
        assertThat(HistoryLine.of(HistoryLine.parse(line))).isEqualTo(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"event\":\"begin\"}", "{\"event\":\"moved\"}"})
    void shouldRejectOtherLines(String line) {
        assertThatThrownBy(() -> HistoryLine.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("This line is no event of a history: " + line);
    }

    @Test
    void shouldRecordTheOperationsOfAWorker(@TempDir Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        OperationRecorder recorder = new OperationRecorder("a", event -> lines.add(HistoryLine.of(event)));
        recorder.open("s", "in").ok();
        recorder.send("s", List.of("in/1"), SendOptions.NONE).ok();
        recorder.receive("s", "in").received("in/1", false);
        recorder.complete("s", "in/1").ok();
        recorder.close("s", "in").ok();
        recorder.send("s", List.of("in/2"), SendOptions.NONE).refused("E");
        recorder.send("s", List.of("in/3"), SendOptions.NONE).unknown("token");
        recorder.note("remark");
        Path file = Files.write(directory.resolve("a.jsonl"), lines);

        TimedHistory history = TimedHistory.read(List.of(file));

        assertThat(HistoryChecker.check(history).violations()).isEmpty();
        assertThat(history.operations())
                .hasSize(7)
                .extracting(TimedOperation::token)
                .endsWith("token");
    }
}
