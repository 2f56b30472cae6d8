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

/** Set of conformance tests: requirements, JORAM or TCK. */
public enum ConformanceSuite {
    /** Suite of this project, with a test for each requirement of the checklist. */
    REQUIREMENTS {
        @Override
        List<DiscoverySelector> selectors() {
            return List.of(selectPackage("dev.restante.tck.rows"));
        }
    },
    /** JORAM tests for JMS 1.1. */
    JORAM {
        @Override
        List<DiscoverySelector> selectors() {
            return JORAM_CLASSES.stream()
                    .map(name -> (DiscoverySelector) selectClass("org.objectweb.jtests.jms.conform." + name))
                    .toList();
        }
    },
    /**
     * Jakarta Messaging TCK outside a container, which is not part of this project. The system property {@code tck.jar}
     * names the jar with its tests, which the class path must contain with its helper classes.
     * {@code tck.timeout.millis} is the time for which a test waits for a message, or for no message (default 5,000).
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
                    .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                    // Some successful tests wait for more than a minute.
                    .configurationParameter(SuiteRunner.TIME_LIMIT, "180 s");
        }

        /** Returns the name with its package, because most classes have the same simple name. */
        @Override
        String shortName(String className) {
            return className.startsWith(TCK_PACKAGE) ? className.substring(TCK_PACKAGE.length()) : className;
        }

        @Override
        Map<String, String> systemProperties(RunningProvider provider) {
            return Map.of(
                    "user",
                    provider.user(),
                    "password",
                    provider.password(),
                    "jms_timeout",
                    System.getProperty(TCK_TIMEOUT_MILLIS, "5000"),
                    "platform.mode",
                    "standalone",
                    "vehicle",
                    "standalone",
                    Context.INITIAL_CONTEXT_FACTORY,
                    TckContextFactory.class.getName());
        }
    };

    private static final String TCK_JAR = "tck.jar";
    private static final String TCK_PACKAGE = "com.sun.ts.tests.jms.";
    private static final String TCK_TIMEOUT_MILLIS = "tck.timeout.millis";
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

    abstract List<DiscoverySelector> selectors();

    /** Adds the settings of this suite to a request for the {@link #selectors}. */
    void configure(LauncherDiscoveryRequestBuilder request) {
        // Most suites have no special settings.
    }

    /** Returns the unique name of a test class in reports. */
    String shortName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** Returns the system properties that the tests read. */
    Map<String, String> systemProperties(RunningProvider provider) {
        return Map.of();
    }

    /** Returns the suites that can run in this JVM. The TCK needs its jar. */
    public static List<ConformanceSuite> available() {
        return Arrays.stream(values())
                .filter(suite -> !suite.selectors().isEmpty())
                .toList();
    }

    /** Returns the name in tables and on the command line. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
