package dev.restante.admin;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Message counts of a dead-letter queue by dead-letter reason.
 *
 * @param byReason the counts of the most frequent reasons, in descending order; an empty string means no reason
 * @param otherReasons the number of messages with other reasons
 */
public record DeadLetterReasons(Map<String, Long> byReason, long otherReasons) {
    public DeadLetterReasons {
        byReason = Collections.unmodifiableMap(new LinkedHashMap<>(byReason));
    }
}
