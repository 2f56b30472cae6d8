package dev.restante.console;

import dev.restante.api.ErrorCodes;

/** Mapping from error codes of Restante to HTTP status codes. */
final class HttpStatusMapping {

    private HttpStatusMapping() {}

    static int of(String errorCode) {
        return switch (errorCode) {
            case ErrorCodes.ENTITY_NOT_FOUND, ErrorCodes.SUBSCRIPTION_NOT_FOUND -> 404;
            case ErrorCodes.INVALID_ARGUMENT,
                    ErrorCodes.INVALID_SELECTOR,
                    ErrorCodes.INVALID_DESTINATION,
                    ErrorCodes.ENTITY_INVALID,
                    ErrorCodes.INVALID_PROPERTY_NAME,
                    ErrorCodes.MESSAGE_FORMAT,
                    ErrorCodes.MESSAGE_TOO_LARGE,
                    ErrorCodes.GROUP_REQUIRED -> 400;
            case ErrorCodes.ENTITY_DISABLED,
                    ErrorCodes.ENTITY_IN_USE,
                    ErrorCodes.ENTITY_PROTECTED,
                    ErrorCodes.ENTITY_UNREADABLE,
                    ErrorCodes.SUBSCRIPTION_IN_USE,
                    ErrorCodes.ILLEGAL_STATE -> 409;
            case ErrorCodes.STORE_UNAVAILABLE,
                    ErrorCodes.CLOSED,
                    ErrorCodes.NODE_FENCED,
                    ErrorCodes.NODE_REJOINED,
                    ErrorCodes.OUTCOME_UNKNOWN -> 503;
            default -> 500;
        };
    }
}
