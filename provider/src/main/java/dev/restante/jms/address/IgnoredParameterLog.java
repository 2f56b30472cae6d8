package dev.restante.jms.address;

import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of the parameters that Restante ignores, with one line for each destination name (DEST-02). It remembers at most
 * {@value #MAX_NAMES} names, and begins anew after them. Thread-safe.
 */
final class IgnoredParameterLog {

    static final int MAX_NAMES = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(IgnoredParameterLog.class);

    private final Set<DestinationName> logged = ConcurrentHashMap.newKeySet();

    /**
     * Logs the ignored parameters of a name, if there are any and the name is new.
     *
     * @param meaning the queue, topic or subscription that the name means
     */
    void log(DestinationName given, String meaning, List<String> parameters) {
        if (parameters.isEmpty() || logged.contains(given)) {
            return;
        }
        if (logged.size() >= MAX_NAMES) {
            logged.clear();
        }
        if (logged.add(given)) {
            LOG.info(
                    "The destination name {} means the {}. Restante ignores its parameters, which only tune delivery: {}",
                    DisplayText.quote(given.name()),
                    meaning,
                    String.join(", ", parameters));
        }
    }
}
