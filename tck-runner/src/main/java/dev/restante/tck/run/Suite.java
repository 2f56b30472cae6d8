package dev.restante.tck.run;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.util.List;
import java.util.Locale;
import org.junit.platform.engine.DiscoverySelector;

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
    };

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

    /** What it is called in tables and on the command line. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
