package dev.restante.opentelemetry;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry's Java agent, where the JVM has been started with it. Its own instrumentation of Jakarta Messaging makes
 * spans of sends, receives and listeners, whichever provider they are of; what it does is not done again.
 */
final class TracingAgent {

    private static final String AGENT = "io.opentelemetry.javaagent.bootstrap.AgentInitializer";
    private static final String ALL = "otel.javaagent.enabled";
    private static final String BY_DEFAULT = "otel.instrumentation.common.default-enabled";
    private static final String JMS = "otel.instrumentation.jms.enabled";

    private TracingAgent() {}

    /** The operations that it makes no spans of in this JVM. */
    static Set<MessagingOperation> leaves() {
        return leaves(isThere(), TracingAgent::setting);
    }

    /**
     * The operations that it makes no spans of.
     *
     * @param settings by name; null for what is not set
     */
    static Set<MessagingOperation> leaves(boolean there, Function<String, @Nullable String> settings) {
        boolean byDefault = isOn(settings.apply(BY_DEFAULT), true);
        boolean instruments = there && isOn(settings.apply(ALL), true) && isOn(settings.apply(JMS), byDefault);
        return instruments ? EnumSet.of(MessagingOperation.SETTLE) : EnumSet.allOf(MessagingOperation.class);
    }

    private static boolean isOn(@Nullable String value, boolean unset) {
        return value == null ? unset : Boolean.parseBoolean(value);
    }

    /** It adds its jar to what the JVM itself has; on a class path alone it does nothing. */
    private static boolean isThere() {
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
