package dev.restante.tck.run;

import static org.junit.platform.engine.discovery.ClassNameFilter.excludeClassNamePatterns;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import dev.restante.tck.jakarta.TckContextFactory;
import dev.restante.tck.provider.RunningProvider;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.naming.Context;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/** A set of conformance tests. */
public enum Suite {
    /** Our own: one test for each row of the checklist. */
    ROWS {
        @Override
        List<DiscoverySelector> selectors() {
            return List.of(selectPackage("dev.restante.tck.rows"));
        }
    },
    /** The JORAM tests, for JMS 1.1. */
    JORAM {
        @Override
        List<DiscoverySelector> selectors() {
            return JORAM_CLASSES.stream()
                    .map(name -> (DiscoverySelector) selectClass("org.objectweb.jtests.jms.conform." + name))
                    .toList();
        }
    },
    /**
     * The Jakarta Messaging TCK, outside a container. It is not part of this project: the system property {@code tck.jar} names the jar with its tests, which
     * must be on the class path together with its helper classes.
     */
    TCK {
        @Override
        List<DiscoverySelector> selectors() {
            String jar = System.getProperty(TCK_JAR, "");
            return jar.isEmpty() ? List.of() : List.copyOf(selectClasspathRoots(Set.of(Path.of(jar))));
        }

        @Override
        void configure(LauncherDiscoveryRequestBuilder request) {
            request.filters(includeClassNamePatterns(".*IT"), excludeClassNamePatterns(".*\\.ee[^.]*\\..*"))
                    .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true");
        }

        @Override
        Map<String, String> systemProperties(RunningProvider provider) {
            return Map.of(
                    "user",
                    provider.user(),
                    "password",
                    provider.password(),
                    "jms_timeout",
                    "5000",
                    "platform.mode",
                    "standalone",
                    "vehicle",
                    "standalone",
                    Context.INITIAL_CONTEXT_FACTORY,
                    TckContextFactory.class.getName());
        }
    };

    private static final String TCK_JAR = "tck.jar";
    private static final List<String> JORAM_CLASSES = List.of(
            "connection.ConnectionTest",
            "connection.TopicConnectionTest",
            "message.MessageBodyTest",
            "message.MessageDefaultTest",
            "message.MessageTypeTest",
            "message.headers.MessageHeaderTest",
            "message.properties.JMSXPropertyTest",
            "message.properties.MessagePropertyConversionTest",
            "message.properties.MessagePropertyTest",
            "queue.QueueBrowserTest",
            "queue.TemporaryQueueTest",
            "selector.SelectorSyntaxTest",
            "selector.SelectorTest",
            "session.QueueSessionTest",
            "session.SessionTest",
            "session.TopicSessionTest",
            "session.UnifiedSessionTest",
            "topic.TemporaryTopicTest");

    /** What it consists of. */
    abstract List<DiscoverySelector> selectors();

    /** Adds to a request for the {@link #selectors} what is special about this suite. */
    void configure(LauncherDiscoveryRequestBuilder request) {
        // Nothing is special about most.
    }

    /** The system properties that its tests read. */
    Map<String, String> systemProperties(RunningProvider provider) {
        return Map.of();
    }

    /** Those that can run in this JVM: all, or all but the TCK. */
    public static List<Suite> available() {
        return Arrays.stream(values())
                .filter(suite -> !suite.selectors().isEmpty())
                .toList();
    }

    /** What it is called in tables and on the command line. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
