package dev.restante.jms.receive;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One receive, as an application asks for it.
 *
 * @param timeoutMillis how long to wait for the first message: 0 for ever, {@link #NO_WAIT} not at all
 * @param maxMessages how many messages at most, 1 or more
 * @param lockDuration of this receive, 0 s to 12 h; null for that of the consumer (VIS-11)
 * @param attemptId the application's name of this receive, so that it can be repeated (VIS-09), or null
 */
public record ReceiveCall(
        long timeoutMillis, int maxMessages, @Nullable Duration lockDuration, @Nullable String attemptId) {

    /** Takes what is there. */
    public static final long NO_WAIT = -1;
}
