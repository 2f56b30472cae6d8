package dev.restante.ra.store;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.util.Set;

/** The refusals and problems of a store, by what they say about the next attempt. */
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

    /** A node that is made anew, a connection that is closed, a destination or subscription that is not there. */
    private static final Set<String> FINAL = Set.of(
            ErrorCodes.NODE_FENCED,
            ErrorCodes.CLOSED,
            ErrorCodes.ENTITY_NOT_FOUND,
            ErrorCodes.SUBSCRIPTION_NOT_FOUND,
            ErrorCodes.INVALID_DESTINATION);

    private StoreProblems() {}

    /** Whether the same may succeed later, with nobody changing the configuration. */
    public static boolean mayPass(JMSException refusal) {
        return PASSING.contains(String.valueOf(refusal.getErrorCode()));
    }

    /**
     * Whether a connection that has told of it, or what it consumes, is gone for good: a new one may find it. All
     * others it gets over by itself.
     */
    public static boolean endsConnection(JMSException problem) {
        return FINAL.contains(String.valueOf(problem.getErrorCode()));
    }
}
