package dev.restante.jms.error;

import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import org.jspecify.annotations.Nullable;

/** Calls of the classic API for the simplified one, which throws the unchecked twins of its exceptions (SIM-25). */
public final class UncheckedCalls {

    private UncheckedCalls() {}

    /** The unchecked twin of an exception. */
    public static JMSRuntimeException unchecked(JMSException checked) {
        String text = checked.getMessage();
        String code = checked.getErrorCode();
        if (checked instanceof IllegalStateException) {
            return new IllegalStateRuntimeException(text, code, checked);
        } else if (checked instanceof InvalidClientIDException) {
            return new InvalidClientIDRuntimeException(text, code, checked);
        } else if (checked instanceof InvalidDestinationException) {
            return new InvalidDestinationRuntimeException(text, code, checked);
        } else if (checked instanceof InvalidSelectorException) {
            return new InvalidSelectorRuntimeException(text, code, checked);
        } else if (checked instanceof JMSSecurityException) {
            return new JMSSecurityRuntimeException(text, code, checked);
        } else if (checked instanceof MessageFormatException) {
            return new MessageFormatRuntimeException(text, code, checked);
        } else if (checked instanceof MessageNotWriteableException) {
            return new MessageNotWriteableRuntimeException(text, code, checked);
        } else if (checked instanceof ResourceAllocationException) {
            return new ResourceAllocationRuntimeException(text, code, checked);
        } else if (checked instanceof TransactionInProgressException) {
            return new TransactionInProgressRuntimeException(text, code, checked);
        } else if (checked instanceof TransactionRolledBackException) {
            return new TransactionRolledBackRuntimeException(text, code, checked);
        }
        return new JMSRuntimeException(text, code, checked);
    }

    /** A call that the classic API may refuse with a checked exception. */
    @FunctionalInterface
    public interface Checked<T> {
        T call() throws JMSException;
    }

    /** A call for something that may be null, which the classic API may refuse with a checked exception. */
    @FunctionalInterface
    public interface CheckedNullable<T> {
        @Nullable
        T call() throws JMSException;
    }

    /** A call without result that the classic API may refuse with a checked exception. */
    @FunctionalInterface
    public interface CheckedRun {
        void run() throws JMSException;
    }

    /** Its result. */
    public static <T> T unchecking(Checked<T> call) {
        try {
            return call.call();
        } catch (JMSException refused) {
            throw unchecked(refused);
        }
    }

    /** Its result, which may be null. */
    public static <T> @Nullable T uncheckingNullable(CheckedNullable<T> call) {
        try {
            return call.call();
        } catch (JMSException refused) {
            throw unchecked(refused);
        }
    }

    /** Runs it. */
    public static void uncheckingRun(CheckedRun call) {
        try {
            call.run();
        } catch (JMSException refused) {
            throw unchecked(refused);
        }
    }
}
