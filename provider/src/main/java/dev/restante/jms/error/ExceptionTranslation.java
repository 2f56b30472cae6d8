package dev.restante.jms.error;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
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
 * The one place where failures become Jakarta Messaging exceptions. Each gets an error code, the cause as linked
 * exception, and in its text a tracking id, which is also in the log, and whether a retry can succeed (SND-02).
 */
public final class ExceptionTranslation {

    private static final Logger LOG = LoggerFactory.getLogger(ExceptionTranslation.class);

    /** The name of the tracking id among the fields of a log. */
    private static final String TRACKING_ID = "restante.trackingId";

    private final PublicExceptions exceptions;

    public ExceptionTranslation(PublicExceptions exceptions) {
        this.exceptions = requireNonNull(exceptions, "exceptions");
    }

    /** The error code of a broker's refusal, one of {@link ErrorCodes}. */
    public static String code(BrokerException.Reason reason) {
        return "RESTANTE-" + reason.name().replace('_', '-');
    }

    /** What to throw, or tell, for a broker's refusal or failure. */
    public JMSException of(BrokerException failure) {
        String text = track(failure);
        String code = code(failure.reason());
        JMSException translated =
                switch (failure.reason()) {
                    case ENTITY_NOT_FOUND, ENTITY_INVALID, SUBSCRIPTION_NOT_FOUND ->
                        new InvalidDestinationException(text, code);
                    case INVALID_MESSAGE -> new MessageFormatException(text, code);
                    case INVALID_SELECTOR -> new InvalidSelectorException(text, code);
                    case ENTITY_IN_USE, ENTITY_PROTECTED, SUBSCRIPTION_IN_USE -> new IllegalStateException(text, code);
                    case SUBSCRIPTION_CONFLICT -> new JMSException(text, code);
                    case ROLLED_BACK -> new TransactionRolledBackException(text, code);
                    case LOCK_LOST -> exceptions.lockLost(text, code);
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
        return linked(translated, failure);
    }

    private JMSException outcomeUnknown(String text, String code, @Nullable String token) {
        return token == null ? new JMSException(text, code) : exceptions.outcomeUnknown(text, code, token);
    }

    /**
     * What to throw for a commit that ended in a rollback (TXN-06), or of which nobody knows whether it did (SND-09).
     */
    public JMSException notCommitted(BrokerException failure) {
        if (failure.reason() == BrokerException.Reason.OUTCOME_UNKNOWN) {
            return of(failure);
        }
        return linked(
                new TransactionRolledBackException(
                        "The transaction was rolled back: " + track(failure), ErrorCodes.ROLLED_BACK),
                failure);
    }

    /** What to throw for a failure that nobody foresaw. */
    public JMSException unexpected(RuntimeException failure) {
        if (failure instanceof BrokerException refused) {
            return of(refused);
        }
        String tracking = newTrackingId();
        try (MDC.MDCCloseable unused = tracked(tracking)) {
            LOG.error("Unexpected failure, tracking id {}", tracking, failure);
        }
        return linked(
                new JMSException(
                        "Unexpected failure: " + failure + " [tracking id " + tracking + "]", ErrorCodes.INTERNAL),
                failure);
    }

    private static String track(BrokerException failure) {
        String tracking = newTrackingId();
        boolean unknown = failure.reason() == BrokerException.Reason.OUTCOME_UNKNOWN;
        try (MDC.MDCCloseable unused = tracked(tracking)) {
            if (unknown
                    || failure.reason() == BrokerException.Reason.STORE_FAILED
                    || failure.reason() == BrokerException.Reason.STORE_UNAVAILABLE) {
                LOG.warn("{} [{}, tracking id {}]", failure.getMessage(), failure.reason(), tracking, failure);
            } else {
                // The caller is told; what it does about it is its own affair.
                LOG.debug("{} [{}, tracking id {}]", failure.getMessage(), failure.reason(), tracking);
            }
        }
        if (unknown) {
            return failure.getMessage() + " [tracking id " + tracking + "; a retry may do it twice]";
        }
        return failure.getMessage() + " [tracking id " + tracking
                + (failure.retryable() ? "; a retry can succeed]" : "; a retry would fail again]");
    }

    /** For what is logged now: logs that have fields have it as one. */
    private static MDC.MDCCloseable tracked(String tracking) {
        return MDC.putCloseable(TRACKING_ID, tracking);
    }

    private static String newTrackingId() {
        return Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    /** An exception for a feature that Restante does not have. */
    public static JMSException notSupported(String feature) {
        return new JMSException("Restante does not support " + feature, ErrorCodes.NOT_SUPPORTED);
    }

    /** Gives an exception its cause, as cause and as linked exception. */
    public static <E extends JMSException> E linked(E exception, Exception cause) {
        exception.setLinkedException(cause);
        if (exception.getCause() == null) {
            exception.initCause(cause);
        }
        return exception;
    }
}
