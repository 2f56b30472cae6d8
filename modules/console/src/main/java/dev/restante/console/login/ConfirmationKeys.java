package dev.restante.console.login;

import dev.restante.console.guard.RequestRejectedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Issuer and verifier of one-time keys with which a user confirms an action after its confirmation question.
 * Thread-safe.
 *
 * <p>Each key works once, so that a form that is sent twice runs its action once. A key works only for the action and
 * parameters of its question. The console keeps the last 1,000 keys.
 */
public final class ConfirmationKeys {

    private static final int MOST = 1_000;

    /** Scopes of unanswered questions by key, the oldest first; guarded by this. */
    private final Map<String, String> pending = new LinkedHashMap<>();

    /**
     * Returns a new key.
     *
     * @param scope the action, user and parameters of the question
     */
    public synchronized String issue(String scope) {
        String key = UUID.randomUUID().toString();
        pending.put(key, scope);
        if (pending.size() > MOST) {
            pending.remove(pending.keySet().iterator().next());
        }
        return key;
    }

    /**
     * Consumes a key.
     *
     * @throws RequestRejectedException if the key was consumed, is unknown, was evicted, or has another scope
     */
    public synchronized void consume(String key, String scope) {
        if (!scope.equals(pending.get(key))) {
            throw new RequestRejectedException(
                    409,
                    "CONSOLE-CONFIRMATION-EXPIRED",
                    "This action was already confirmed, or the confirmation has expired. Check the current state,"
                            + " and start the action again.");
        }
        pending.remove(key);
    }
}
