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
     * The Jakarta Messaging TCK, outside a container. It is not part of this project: the system property
     * {@code tck.jar} names the jar with its tests, which must be on the class path together with its helper classes.
     * {@code tck.timeout.millis} says how long its tests wait for a message, and for none: 5,000 if not given.
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
                    // Some tests wait for more than a minute even where all is well.
                    .configurationParameter(SuiteRun.TIME_LIMIT, "180 s");
        }

        /** With the package, since most classes have the same name. */
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

    /** What it consists of. */
    abstract List<DiscoverySelector> selectors();

    /** Adds to a request for the {@link #selectors} what is special about this suite. */
    void configure(LauncherDiscoveryRequestBuilder request) {
        // Nothing is special about most.
    }

    /** What reports call one of its classes; each has another. */
    String shortName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
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
