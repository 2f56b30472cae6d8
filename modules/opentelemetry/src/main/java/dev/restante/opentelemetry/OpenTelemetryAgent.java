package dev.restante.opentelemetry;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Detector of OpenTelemetry's Java agent and of the operations that it already traces: sends, receives and listener
 * calls of each Jakarta Messaging provider.
 */
final class OpenTelemetryAgent {

    private static final String AGENT = "io.opentelemetry.javaagent.bootstrap.AgentInitializer";
    private static final String AGENT_ENABLED = "otel.javaagent.enabled";
    private static final String DEFAULT_ENABLED = "otel.instrumentation.common.default-enabled";
    private static final String JMS = "otel.instrumentation.jms.enabled";

    private OpenTelemetryAgent() {}

    static Set<MessagingOperation> untracedOperations() {
        return untracedOperations(isPresent(), OpenTelemetryAgent::setting);
    }

    /**
     * Returns the operations that the agent does not record.
     *
     * @param settings the values of the agent's settings by name, or null for missing settings
     */
    static Set<MessagingOperation> untracedOperations(
            boolean agentPresent, Function<String, @Nullable String> settings) {
        boolean byDefault = isOn(settings.apply(DEFAULT_ENABLED), true);
        boolean instruments =
                agentPresent && isOn(settings.apply(AGENT_ENABLED), true) && isOn(settings.apply(JMS), byDefault);
        return instruments ? EnumSet.of(MessagingOperation.SETTLE) : EnumSet.allOf(MessagingOperation.class);
    }

    private static boolean isOn(@Nullable String value, boolean unset) {
        return value == null ? unset : Boolean.parseBoolean(value);
    }

    /** Returns whether the agent is active: only an active agent adds its classes to the boot class path. */
    private static boolean isPresent() {
        try {
            Class.forName(AGENT, false, null);
            return true;
        } catch (ClassNotFoundException none) {
            return false;
        }
    }

    private static @Nullable String setting(String name) {
        String property = System.getProperty(name);
        return property != null
                ? property
                : System.getenv(name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
    }
}
