package dev.restante.cli.migrate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Ways of messages from queues and topics to others, without circles, which Restante rejects (FWD-01). */
final class RouteGraph {

    private final Map<String, Set<String>> next = new HashMap<>();

    static String queue(String name) {
        return "queue " + name;
    }

    static String topic(String name) {
        return "topic " + name;
    }

    /** Adds a way unless it closes a circle, and returns whether it was added. */
    boolean add(String from, String to) {
        if (leadsTo(to, from, new HashSet<>())) {
            return false;
        }
        next.computeIfAbsent(from, unused -> new HashSet<>()).add(to);
        return true;
    }

    private boolean leadsTo(String from, String wanted, Set<String> seen) {
        return from.equals(wanted)
                || (seen.add(from)
                        && next.getOrDefault(from, Set.of()).stream().anyMatch(each -> leadsTo(each, wanted, seen)));
    }
}
