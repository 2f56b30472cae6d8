package dev.restante.histories;

import java.util.HashMap;
import java.util.Map;

/** Duplicate ids that a queue remembers (SND-06). */
final class DuplicateIds {

    /** End of the window of each duplicate id. */
    private final Map<String, Long> rememberedUntil = new HashMap<>();

    /**
     * Returns whether a committed message is a duplicate. Otherwise its id is remembered for the window of its send.
     */
    boolean isDuplicate(ModelMessage message, long sentAtMillis, long windowMillis) {
        String id = message.spec.duplicateId();
        if (id == null || windowMillis == 0) {
            return false;
        }
        if (rememberedUntil.getOrDefault(id, 0L) > sentAtMillis) {
            return true;
        }
        rememberedUntil.put(id, sentAtMillis + windowMillis);
        return false;
    }

    /** Forgets all ids, because the queue was deleted. */
    void clear() {
        rememberedUntil.clear();
    }

    /**
     * Returns whether it is uncertain if a message of a transaction is a duplicate, because the window has ended since
     * its send.
     */
    boolean inDoubt(ModelMessage message, long sentAtMillis, long nowMillis) {
        String id = message.spec.duplicateId();
        Long until = id == null ? null : rememberedUntil.get(id);
        return until != null && until > sentAtMillis && until <= nowMillis;
    }
}
