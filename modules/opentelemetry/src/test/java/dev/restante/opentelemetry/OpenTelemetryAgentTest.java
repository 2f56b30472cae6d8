package dev.restante.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Detection of OpenTelemetry's agent")
class OpenTelemetryAgentTest {

    private static final Set<MessagingOperation> ALL = EnumSet.allOf(MessagingOperation.class);
    private static final Set<MessagingOperation> SETTLE = EnumSet.of(MessagingOperation.SETTLE);

    @Test
    @DisplayName(
            "an agent with active JMS instrumentation leaves only settlements, and otherwise all operations are left")
    void shouldTell() {
        assertThat(OpenTelemetryAgent.untracedOperations())
                .as("untraced operations while the agent is only on the class path")
                .isEqualTo(ALL);
        assertThat(OpenTelemetryAgent.untracedOperations(false, Map.<String, String>of()::get))
                .isEqualTo(ALL);
        assertThat(OpenTelemetryAgent.untracedOperations(true, Map.<String, String>of()::get))
                .isEqualTo(SETTLE);
        assertThat(OpenTelemetryAgent.untracedOperations(
                        true, Map.of("otel.instrumentation.jms.enabled", "false")::get))
                .isEqualTo(ALL);
        assertThat(OpenTelemetryAgent.untracedOperations(true, Map.of("otel.javaagent.enabled", "false")::get))
                .isEqualTo(ALL);
        assertThat(OpenTelemetryAgent.untracedOperations(
                        true, Map.of("otel.instrumentation.common.default-enabled", "false")::get))
                .isEqualTo(ALL);
        assertThat(OpenTelemetryAgent.untracedOperations(
                        true,
                        Map.of(
                                "otel.instrumentation.common.default-enabled",
                                "false",
                                "otel.instrumentation.jms.enabled",
                                "true")::get))
                .isEqualTo(SETTLE);
    }
}
