package dev.restante.ra.store;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.util.Set;

/** The refusals of a store, by what they say about the next attempt. */
public final class StoreProblems {

    /**
     * A store that is not there or in the hands of another process, a node that has to be made anew, a client id that
     * another server still has.
     */
    private static final Set<String> PASSING = Set.of(
            ErrorCodes.STORE_UNAVAILABLE,
            ErrorCodes.NODE_FENCED,
            ErrorCodes.CLOSED,
            ErrorCodes.INVALID_CLIENT_ID,
            ErrorCodes.SUBSCRIPTION_IN_USE);

    private StoreProblems() {}

    /** Whether the same may succeed later, with nobody changing the configuration. */
    public static boolean mayPass(JMSException refusal) {
        return PASSING.contains(String.valueOf(refusal.getErrorCode()));
    }
}
