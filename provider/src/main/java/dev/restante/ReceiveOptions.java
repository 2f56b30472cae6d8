package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.model.DisplayText;
import dev.restante.option.QueueOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of one receive call of a {@link RestanteConsumer}. Immutable: each {@code with} method returns a changed
 * copy.
 */
public final class ReceiveOptions {

    private static final ReceiveOptions DEFAULTS = new ReceiveOptions(null, null);

    private static final int LONGEST_ATTEMPT_ID = 128;

    private final @Nullable Duration lockDuration;
    private final @Nullable String attemptId;

    private ReceiveOptions(@Nullable Duration lockDuration, @Nullable String attemptId) {
        this.lockDuration = lockDuration;
        this.attemptId = attemptId;
    }

    /** Returns the default options. */
    public static ReceiveOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns the lock duration of this receive, 0 s to 12 h; null, the default, means that of the consumer (VIS-11).
     */
    public @Nullable Duration lockDuration() {
        return lockDuration;
    }

    /**
     * Returns a copy with a {@linkplain #lockDuration() lock duration}.
     *
     * @throws IllegalArgumentException if the value is out of range
     */
    public ReceiveOptions withLockDuration(@Nullable Duration value) {
        return new ReceiveOptions(value == null ? null : checkedLockDuration(value), attemptId);
    }

    /**
     * Returns the attempt id of this receive, or null, the default.
     *
     * <p>If the result of a receive was lost, a receive with an equal attempt id returns the same messages again with
     * unchanged delivery counts. They have new locks, and the earlier locks are lost. Any consumer of the same queue or
     * subscription can repeat the receive, also in another process, for 5 minutes after the first attempt. If a message
     * was settled or a lock was lost meanwhile, the receive returns other messages (VIS-09).
     */
    public @Nullable String attemptId() {
        return attemptId;
    }

    /**
     * Returns a copy with an {@linkplain #attemptId() attempt id}.
     *
     * @param value 1 to 128 printable ASCII characters without spaces, or null
     * @throws IllegalArgumentException if the value has another form
     */
    public ReceiveOptions withAttemptId(@Nullable String value) {
        if (value != null
                && (value.isEmpty()
                        || value.length() > LONGEST_ATTEMPT_ID
                        || !value.chars().allMatch(character -> character > ' ' && character <= '~'))) {
            throw new IllegalArgumentException("attemptId '" + DisplayText.shorten(value) + "' is not 1 to "
                    + LONGEST_ATTEMPT_ID + " printable ASCII characters without spaces");
        }
        return new ReceiveOptions(lockDuration, value);
    }

    static Duration checkedLockDuration(Duration value) {
        return requireNonNull(QueueOption.LOCK_DURATION.validate(value));
    }

    @Override
    public String toString() {
        return "ReceiveOptions[lockDuration=" + lockDuration + ", attemptId=" + attemptId + "]";
    }
}
