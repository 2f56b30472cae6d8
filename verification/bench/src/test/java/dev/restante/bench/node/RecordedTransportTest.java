package dev.restante.bench.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.timedhistory.HistoryChecker;
import dev.restante.timedhistory.TimedHistory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedTransportTest {

    @TempDir
    Path directory;

    private final DirectTransport direct = new DirectTransport();

    private List<String> violations() throws Exception {
        Path file = directory.resolve("history.jsonl");
        try (NodeCommandHandler handler = new NodeCommandHandler(new RecordedTransport(direct, "node-0", file), 32)) {
            handler.handle("open 2 1 0");
            handler.handle("start");
            direct.awaitSends();
            handler.handle("stop");
            handler.handle("close");
        }
        TimedHistory history = TimedHistory.read(List.of(file));
        assertThat(history.operations()).hasSizeGreaterThan(2);
        return HistoryChecker.check(history).violations();
    }

    @Test
    void shouldRecordEachSendAndReceive() throws Exception {
        assertThat(violations()).isEmpty();
    }

    @Test
    void shouldRecordTheSendOfALostMessage() throws Exception {
        direct.lost = 2;

        assertThat(violations()).singleElement().asString().startsWith("lost: bench/2-");
    }
}
