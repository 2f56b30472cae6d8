package dev.restante.console.login;

import dev.restante.console.guard.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Keys of questions. Each may be answered once, so that a form that is sent again does nothing twice, and by what was
 * asked only. Thread-safe.
 */
public final class OneTime {

    private static final int MOST = 1_000;

    /** Questions that wait for their answers, by their keys, the oldest first; guarded by this. */
    private final Map<String, String> open = new LinkedHashMap<>();

    /**
     * A new key.
     *
     * @param asked all that the question is about
     */
    public synchronized String issue(String asked) {
        String key = UUID.randomUUID().toString();
        open.put(key, asked);
        if (open.size() > MOST) {
            open.remove(open.keySet().iterator().next());
        }
        return key;
    }

    /**
     * Uses a key up.
     *
     * @param answered what the answer is about
     * @throws Refusal if it was used, is not known (any more), or was for another question
     */
    public synchronized void use(String key, String answered) {
        if (!answered.equals(open.get(key))) {
            throw new Refusal(
                    409, "CONSOLE-DONE-ALREADY", "This was confirmed before, or too long ago. Look, and ask again.");
        }
        open.remove(key);
    }
}
