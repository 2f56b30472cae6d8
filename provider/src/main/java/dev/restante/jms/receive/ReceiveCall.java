package dev.restante.jms.receive;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of one receive call.
 *
 * @param timeoutMillis the time to wait for the first message: 0 for no limit, {@link #NO_WAIT} for no wait
 * @param maxMessages the highest number of messages, 1 or more
 * @param lockDuration 0 s to 12 h; null for the lock duration of the consumer (VIS-11)
 * @param attemptId the id with which the application can repeat the call (VIS-09), or null
 */
public record ReceiveCall(
        long timeoutMillis, int maxMessages, @Nullable Duration lockDuration, @Nullable String attemptId) {

    /** Timeout of a call that returns only available messages. */
    public static final long NO_WAIT = -1;
}
