package dev.restante.console.count;

import dev.restante.api.ErrorCodes;
import dev.restante.console.route.Attempt;
import dev.restante.console.route.Capacity;
import jakarta.jms.JMSException;
import java.util.Optional;

/** The numbers in questions, which are asked without them where they are too long in coming. */
public final class Countable {

    /** In place of a number. */
    public static final String UNKNOWN = "an unknown number of";

    private Countable() {}

    /**
     * A number of messages.
     *
     * @return empty if the store could not count them in time: the more there are, the more somebody may have to remove
     */
    public static <T> Optional<T> of(Capacity.Call<T> count) throws JMSException {
        return Attempt.unless(ErrorCodes.STORE_UNAVAILABLE, count);
    }
}
