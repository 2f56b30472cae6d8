package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.model.ShownText;
import dev.restante.option.QueueOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of one receive call. Immutable: each {@code with} method makes a changed copy. See {@link RestanteConsumer}.
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

    /** A receive that asks for nothing in particular. */
    public static ReceiveOptions defaults() {
        return DEFAULTS;
    }

    /** The lock duration of this receive: 0 s to 12 h, or null (the default) for that of the consumer (VIS-11). */
    public @Nullable Duration lockDuration() {
        return lockDuration;
    }

    /**
     * See {@link #lockDuration()}.
     *
     * @throws IllegalArgumentException if it is out of its range
     */
    public ReceiveOptions withLockDuration(@Nullable Duration value) {
        return new ReceiveOptions(value == null ? null : checkedLockDuration(value), attemptId);
    }

    /**
     * The application's own name of this receive, or null (the default) for none. If the answer was lost, a receive
     * with the same id returns the same messages again, for 5 minutes after the first, as long as none of them has been
     * settled and none of the locks has been lost: from any consumer of the same queue or subscription, also in another
     * process. Their locks begin anew, and the former holder can't settle them any more. Otherwise it is a receive like
     * any other (VIS-09). A message that was received again has the delivery count that it had.
     */
    public @Nullable String attemptId() {
        return attemptId;
    }

    /**
     * See {@link #attemptId()}.
     *
     * @param value 1 to 128 printable ASCII characters, or null
     * @throws IllegalArgumentException if it is something else
     */
    public ReceiveOptions withAttemptId(@Nullable String value) {
        if (value != null
                && (value.isEmpty()
                        || value.length() > LONGEST_ATTEMPT_ID
                        || !value.chars().allMatch(character -> character > ' ' && character <= '~'))) {
            throw new IllegalArgumentException("attemptId '" + ShownText.of(value) + "' is not 1 to "
                    + LONGEST_ATTEMPT_ID + " printable ASCII characters without spaces");
        }
        return new ReceiveOptions(lockDuration, value);
    }

    static Duration checkedLockDuration(Duration value) {
        return requireNonNull(QueueOption.LOCK_DURATION.checked(value));
    }

    @Override
    public String toString() {
        return "ReceiveOptions[lockDuration=" + lockDuration + ", attemptId=" + attemptId + "]";
    }
}
