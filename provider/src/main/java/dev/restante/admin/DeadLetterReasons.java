package dev.restante.admin;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why the messages of a dead-letter queue are there.
 *
 * @param byReason the most frequent reasons, the most frequent first; an empty one for none
 * @param others how many messages have other reasons
 */
public record DeadLetterReasons(Map<String, Long> byReason, long others) {
    public DeadLetterReasons {
        byReason = Collections.unmodifiableMap(new LinkedHashMap<>(byReason));
    }
}
