package dev.restante.jms.error;

import dev.restante.api.ErrorCodes;
import dev.restante.api.MessageLockLostException;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.broker.BrokerException;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.TransactionRolledBackException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Translation of broker and store failures into Jakarta Messaging exceptions with error code and tracking id (SND-02).
 * The failure becomes the linked exception. The text of the exception contains the tracking id, which the log also
 * contains, and says whether a retry can succeed.
 */
public final class ExceptionTranslation {

    private static final Logger LOG = LoggerFactory.getLogger(ExceptionTranslation.class);

    /** Key of the tracking id in the mapped diagnostic context (MDC) of the log. */
    private static final String TRACKING_ID = "restante.trackingId";

    private ExceptionTranslation() {}

    /** Returns the error code of a failure, a constant of {@link ErrorCodes}. */
    public static String errorCode(BrokerException.BrokerErrorReason reason) {
        return "RESTANTE-" + reason.name().replace('_', '-');
    }

    /** Logs a failure of the broker and returns its exception. */
    public static JMSException translate(BrokerException failure) {
        String text = logAndDescribe(failure);
        String code = errorCode(failure.reason());
        JMSException translated =
                switch (failure.reason()) {
                    case ENTITY_NOT_FOUND, ENTITY_INVALID, SUBSCRIPTION_NOT_FOUND ->
                        new InvalidDestinationException(text, code);
                    case INVALID_MESSAGE -> new MessageFormatException(text, code);
                    case INVALID_SELECTOR -> new InvalidSelectorException(text, code);
                    case ENTITY_IN_USE, ENTITY_PROTECTED, SUBSCRIPTION_IN_USE -> new IllegalStateException(text, code);
                    case SUBSCRIPTION_CONFLICT -> new JMSException(text, code);
                    case ROLLED_BACK -> new TransactionRolledBackException(text, code);
                    case LOCK_LOST -> new MessageLockLostException(text, code);
                    case CLOSED -> new IllegalStateException(text, code);
                    case OUTCOME_UNKNOWN -> outcomeUnknown(text, code, failure.outcomeToken());
                    case ENTITY_UNREADABLE,
                            ENTITY_DISABLED,
                            IN_FLIGHT_LIMIT,
                            INTERRUPTED,
                            INVALID_ARGUMENT,
                            GROUP_REQUIRED,
                            GROUP_LOCKED,
                            GROUP_LOST,
                            MESSAGE_TOO_LARGE,
                            STORE_UNAVAILABLE,
                            STORE_FAILED,
                            NODE_FENCED,
                            NODE_REJOINED -> new JMSException(text, code);
                };
        return withCause(translated, failure);
    }

    private static JMSException outcomeUnknown(String text, String code, @Nullable String token) {
        return token == null ? new JMSException(text, code) : new OutcomeUnknownException(text, code, token);
    }

    /** Returns the exception for a commit that ended in a rollback (TXN-06) or has an unknown outcome (SND-09). */
    public static JMSException translateCommitFailure(BrokerException failure) {
        if (failure.reason() == BrokerException.BrokerErrorReason.OUTCOME_UNKNOWN) {
            return translate(failure);
        }
        return withCause(
                new TransactionRolledBackException(
                        "The transaction was rolled back: " + logAndDescribe(failure), ErrorCodes.ROLLED_BACK),
                failure);
    }

    /** Logs an unexpected failure and returns its exception. */
    public static JMSException translateUnexpected(RuntimeException failure) {
        if (failure instanceof BrokerException refused) {
            return translate(refused);
        }
        String tracking = newTrackingId();
        try (MDC.MDCCloseable unused = tracked(tracking)) {
            LOG.error("Unexpected failure, tracking id {}", tracking, failure);
        }
        return withCause(
                new JMSException(
                        "Unexpected failure: " + failure + ". The log has the stack trace. [tracking id " + tracking
                                + "]",
                        ErrorCodes.INTERNAL),
                failure);
    }

    private static String logAndDescribe(BrokerException failure) {
        String tracking = newTrackingId();
        boolean unknown = failure.reason() == BrokerException.BrokerErrorReason.OUTCOME_UNKNOWN;
        try (MDC.MDCCloseable unused = tracked(tracking)) {
            if (unknown
                    || failure.reason() == BrokerException.BrokerErrorReason.STORE_FAILED
                    || failure.reason() == BrokerException.BrokerErrorReason.STORE_UNAVAILABLE) {
                LOG.warn("{} [{}, tracking id {}]", failure.getMessage(), failure.reason(), tracking, failure);
            } else {
                // The caller gets the exception and decides how to handle it.
                LOG.debug("{} [{}, tracking id {}]", failure.getMessage(), failure.reason(), tracking);
            }
        }
        if (unknown) {
            return failure.getMessage() + " [tracking id " + tracking + "; a retry may execute the call twice]";
        }
        return failure.getMessage() + " [tracking id " + tracking
                + (failure.retryable() ? "; a retry can succeed]" : "; a retry would fail again]");
    }

    /** Adds the tracking id to the MDC until the returned object is closed. */
    private static MDC.MDCCloseable tracked(String tracking) {
        return MDC.putCloseable(TRACKING_ID, tracking);
    }

    private static String newTrackingId() {
        return Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    public static JMSException notSupported(String feature) {
        return new JMSException("Restante does not support " + feature, ErrorCodes.NOT_SUPPORTED);
    }

    public static <E extends JMSException> E withCause(E exception, Exception cause) {
        exception.setLinkedException(cause);
        if (exception.getCause() == null) {
            exception.initCause(cause);
        }
        return exception;
    }
}
