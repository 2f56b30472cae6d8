package dev.restante.jms.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.DestinationName;
import dev.restante.testing.CapturedLog;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the log of ignored parameters")
class IgnoredParameterLogTest {

    private final IgnoredParameterLog log = new IgnoredParameterLog();

    private void log(String name) {
        log.log(DestinationName.queue(name), "queue 'a'", List.of("x"));
    }

    private static long count(CapturedLog captured, String name) {
        return captured.lines().stream()
                .filter(line -> line.contains("'" + name + "'"))
                .count();
    }

    @Test
    @DisplayName("DEST-02 a name is logged once while the log remembers it")
    void shouldLogOnce() {
        try (CapturedLog captured = new CapturedLog(IgnoredParameterLog.class)) {
            log("a?x=1");
            log("a?x=2");
            log("a?x=1");
            log.log(DestinationName.queue("a?"), "queue 'a'", List.of());
            assertThat(captured.linesOfOwner()).hasSize(2);
        }
    }

    @Test
    @DisplayName("DEST-02 the log remembers a limited number of names")
    void shouldForgetNames() {
        try (CapturedLog captured = new CapturedLog(IgnoredParameterLog.class)) {
            for (int i = 0; i < IgnoredParameterLog.MAX_NAMES; i++) {
                log("a?x=" + i);
            }
            log("a?x=0");
            assertThat(count(captured, "a?x=0")).isEqualTo(1);
            log("one?x=more");
            log("a?x=0");
            assertThat(count(captured, "a?x=0")).isEqualTo(2);
        }
    }
}
