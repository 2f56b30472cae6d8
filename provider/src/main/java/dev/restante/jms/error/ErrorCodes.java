package dev.restante.jms.error;

import dev.restante.broker.BrokerException;

/** The error codes of exceptions that this layer throws on its own; those of the broker are {@code RESTANTE-} and the reason. */
public final class ErrorCodes {

    /** The connection, session, producer, consumer or browser is closed. */
    public static final String CLOSED = "RESTANTE-CLOSED";
    /** The call is not allowed now, or not here. */
    public static final String ILLEGAL_STATE = "RESTANTE-ILLEGAL-STATE";
    /** Restante does not have the feature. */
    public static final String NOT_SUPPORTED = "RESTANTE-NOT-SUPPORTED";
    /** An argument is out of its range. */
    public static final String INVALID_ARGUMENT = "RESTANTE-INVALID-ARGUMENT";
    /** The destination is null, of an unknown kind, or does not exist. */
    public static final String INVALID_DESTINATION = "RESTANTE-INVALID-DESTINATION";
    /** The selector can't be parsed. */
    public static final String INVALID_SELECTOR = "RESTANTE-INVALID-SELECTOR";
    /** The client id is in use, or no client id. */
    public static final String INVALID_CLIENT_ID = "RESTANTE-INVALID-CLIENT-ID";
    /** The message is null or can't be sent. */
    public static final String INVALID_MESSAGE = "RESTANTE-INVALID-MESSAGE";
    /** User name or password were rejected. */
    public static final String SECURITY = "RESTANTE-SECURITY";
    /** A commit ended in a rollback. */
    public static final String ROLLED_BACK = "RESTANTE-ROLLED-BACK";
    /** Something failed that should not. */
    public static final String INTERNAL = "RESTANTE-INTERNAL";

    private ErrorCodes() {}

    /** The code of a broker's refusal. */
    public static String of(BrokerException.Reason reason) {
        return "RESTANTE-" + reason.name().replace('_', '-');
    }
}
