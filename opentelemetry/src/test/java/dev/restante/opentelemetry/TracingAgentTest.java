package dev.restante.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What OpenTelemetry's agent leaves to be made spans of")
class TracingAgentTest {

    private static final Set<MessagingOperation> ALL = EnumSet.allOf(MessagingOperation.class);
    private static final Set<MessagingOperation> SETTLE = EnumSet.of(MessagingOperation.SETTLE);

    @Test
    @DisplayName("is everything without it, or where it leaves Jakarta Messaging alone; settlements otherwise")
    void shouldTell() {
        assertThat(TracingAgent.leaves())
                .as("the agent is on the class path only")
                .isEqualTo(ALL);
        assertThat(TracingAgent.leaves(false, Map.<String, String>of()::get)).isEqualTo(ALL);
        assertThat(TracingAgent.leaves(true, Map.<String, String>of()::get)).isEqualTo(SETTLE);
        assertThat(TracingAgent.leaves(true, Map.of("otel.instrumentation.jms.enabled", "false")::get))
                .isEqualTo(ALL);
        assertThat(TracingAgent.leaves(true, Map.of("otel.javaagent.enabled", "false")::get))
                .isEqualTo(ALL);
        assertThat(TracingAgent.leaves(true, Map.of("otel.instrumentation.common.default-enabled", "false")::get))
                .isEqualTo(ALL);
        assertThat(TracingAgent.leaves(
                        true,
                        Map.of(
                                "otel.instrumentation.common.default-enabled",
                                "false",
                                "otel.instrumentation.jms.enabled",
                                "true")::get))
                .isEqualTo(SETTLE);
    }
}
