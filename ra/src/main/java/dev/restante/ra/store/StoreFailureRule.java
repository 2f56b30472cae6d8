package dev.restante.ra.store;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.util.Set;

/** Rule that classifies store failures as transient, permanent or connection-ending. */
public final class StoreFailureRule {

    /**
     * Codes of temporary failures. The store is unavailable or in use, the node must rejoin, or another server still
     * has the client id or subscription.
     */
    private static final Set<String> TRANSIENT_CODES = Set.of(
            ErrorCodes.STORE_UNAVAILABLE,
            ErrorCodes.NODE_FENCED,
            ErrorCodes.CLOSED,
            ErrorCodes.INVALID_CLIENT_ID,
            ErrorCodes.SUBSCRIPTION_IN_USE);

    /**
     * Codes of failures that end a connection: the node was fenced, the connection was closed, or its destination or
     * subscription is missing.
     */
    private static final Set<String> CONNECTION_ENDING_CODES = Set.of(
            ErrorCodes.NODE_FENCED,
            ErrorCodes.CLOSED,
            ErrorCodes.ENTITY_NOT_FOUND,
            ErrorCodes.SUBSCRIPTION_NOT_FOUND,
            ErrorCodes.INVALID_DESTINATION);

    private StoreFailureRule() {}

    /** Returns whether another attempt may succeed with the same configuration. */
    public static boolean isTransient(JMSException failure) {
        return TRANSIENT_CODES.contains(String.valueOf(failure.getErrorCode()));
    }

    /**
     * Returns whether a connection that reports this problem must be replaced. A connection recovers from any other
     * problem by itself.
     */
    public static boolean isConnectionEnding(JMSException problem) {
        return CONNECTION_ENDING_CODES.contains(String.valueOf(problem.getErrorCode()));
    }
}
