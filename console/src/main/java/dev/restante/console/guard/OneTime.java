package dev.restante.console.guard;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;

/** Keys of questions that may be answered once, so that a form that is sent again does nothing twice. Thread-safe. */
public final class OneTime {

    private static final int MOST = 1_000;

    /** Those that wait for their answer, the oldest first; guarded by this. */
    private final Set<String> open = new LinkedHashSet<>();

    /** A new key. */
    public synchronized String issue() {
        String key = UUID.randomUUID().toString();
        open.add(key);
        if (open.size() > MOST) {
            open.remove(open.iterator().next());
        }
        return key;
    }

    /**
     * Uses a key up.
     *
     * @throws Refusal if it was used, or is not known (any more)
     */
    public synchronized void use(String key) {
        if (!open.remove(key)) {
            throw new Refusal(
                    409, "CONSOLE-DONE-ALREADY", "This was confirmed before, or too long ago. Look, and ask again.");
        }
    }
}
