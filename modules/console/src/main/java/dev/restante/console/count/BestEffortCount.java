package dev.restante.console.count;

import dev.restante.api.ErrorCodes;
import dev.restante.console.route.ConcurrencyLimit;
import dev.restante.console.route.ExpectedFailure;
import jakarta.jms.JMSException;
import java.util.Optional;

/** Message count for a confirmation question, empty if counting takes too long. */
public final class BestEffortCount {

    /** Words that replace an unknown number in a question. */
    public static final String UNKNOWN_COUNT_TEXT = "an unknown number of";

    private BestEffortCount() {}

    /**
     * Runs a count.
     *
     * @return the number, or empty if the store could not count in time. The question is then asked without a number,
     *     because users need bulk actions most when a queue has too many messages to count
     */
    public static <T> Optional<T> tryCount(ConcurrencyLimit.StoreQuery<T> count) throws JMSException {
        return ExpectedFailure.emptyOn(ErrorCodes.STORE_UNAVAILABLE, count);
    }
}
