package dev.restante.console.login;

import dev.restante.console.guard.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Keys of questions. Each may be answered once, so that a form that is sent again does nothing twice, and by what was
 * asked only. Thread-safe.
 */
public final class OneTime {

    private static final int MOST = 1_000;

    /** What waits for its answer, by its key, the oldest first; guarded by this. */
    private final Map<String, Asked> open = new LinkedHashMap<>();

    private record Asked(String about, Set<String> free) {}

    /**
     * A new key.
     *
     * @param asked all that the question is about
     * @param free the names of what is said in the answer only
     */
    public synchronized String issue(String asked, Set<String> free) {
        String key = UUID.randomUUID().toString();
        open.put(key, new Asked(asked, Set.copyOf(free)));
        if (open.size() > MOST) {
            open.remove(open.keySet().iterator().next());
        }
        return key;
    }

    /**
     * Uses a key up.
     *
     * @param answered what the answer is about, without what it may say
     * @throws Refusal if it was used, is not known (any more), or was for another question
     */
    public synchronized void use(String key, Function<Set<String>, String> answered) {
        Asked asked = open.get(key);
        if (asked == null || !answered.apply(asked.free()).equals(asked.about())) {
            throw new Refusal(
                    409, "CONSOLE-DONE-ALREADY", "This was confirmed before, or too long ago. Look, and ask again.");
        }
        open.remove(key);
    }
}
