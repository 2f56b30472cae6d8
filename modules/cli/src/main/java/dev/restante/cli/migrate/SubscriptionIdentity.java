package dev.restante.cli.migrate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Client id and name of the durable subscription for which a JMS client of Artemis uses a multicast queue. The name of
 * the queue is {@code CLIENTID.NAME}, or only {@code NAME} for a shared subscription without client id. A backslash
 * precedes each other dot.
 */
record SubscriptionIdentity(@Nullable String clientId, String name) {

    static SubscriptionIdentity of(String queue) {
        List<StringBuilder> parts = new ArrayList<>(List.of(new StringBuilder()));
        for (int i = 0; i < queue.length(); i++) {
            char each = queue.charAt(i);
            if (each == '.') {
                parts.add(new StringBuilder());
                continue;
            }
            if (each == '\\' && i + 1 < queue.length()) {
                i++;
            }
            parts.get(parts.size() - 1).append(queue.charAt(i));
        }
        return switch (parts.size()) {
            case 1 -> new SubscriptionIdentity(null, parts.get(0).toString());
            case 2 ->
                parts.stream().anyMatch(part -> part.toString().isBlank())
                        ? new SubscriptionIdentity(null, queue)
                        : new SubscriptionIdentity(
                                parts.get(0).toString(), parts.get(1).toString());
            // No JMS client makes such a name.
            default -> new SubscriptionIdentity(null, queue);
        };
    }

    /** Returns the arguments of {@code subscription create} after the topic. */
    List<String> arguments() {
        return clientId == null ? List.of(name, "--shared") : List.of(name, "--client-id", clientId);
    }
}
