package dev.restante.testing;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * With which messages a client of PostgreSQL has the server commit: with one that executes COMMIT, or, where it has not
 * begun a transaction, with the one that ends statements which change something. Follows the messages of one client.
 */
final class ClientTransactions {

    /** By the names under which they were prepared. */
    private final Map<String, String> texts = new HashMap<>();

    private boolean begun;

    /** Whether something was changed without a transaction since the last synchronization. */
    private boolean changed;

    /** Follows the next message of a client; true if the server commits with it, unless something has failed. */
    boolean commitWith(int type, byte[] content) {
        return switch (type) {
            case 'P' -> {
                String name = ProxiedConnection.text(content, 0);
                // One of several statements of a text keeps the space before it.
                texts.put(
                        name,
                        ProxiedConnection.text(content, name.length() + 1)
                                .strip()
                                .toUpperCase(Locale.ROOT));
                yield false;
            }
            case 'B' -> {
                String portal = ProxiedConnection.text(content, 0);
                yield executes(texts.getOrDefault(ProxiedConnection.text(content, portal.length() + 1), ""));
            }
            case 'Q' -> executes(ProxiedConnection.text(content, 0).strip().toUpperCase(Locale.ROOT)) || synchronizes();
            case 'S' -> synchronizes();
            default -> false;
        };
    }

    private boolean executes(String text) {
        if (text.startsWith("BEGIN")) {
            begun = true;
        } else if (text.equals("COMMIT") || text.equals("ROLLBACK")) {
            begun = false;
            return text.equals("COMMIT");
        } else {
            changed |= !begun && (text.contains("INSERT") || text.contains("UPDATE") || text.contains("DELETE"));
        }
        return false;
    }

    private boolean synchronizes() {
        boolean commits = changed;
        changed = false;
        return commits;
    }
}
