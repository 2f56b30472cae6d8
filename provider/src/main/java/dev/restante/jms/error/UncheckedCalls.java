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

/**
 * Execution of classic API calls with checked exceptions converted to the unchecked ones of the simplified API
 * (SIM-25).
 */
public final class UncheckedCalls {

    private UncheckedCalls() {}

    /** Returns the unchecked counterpart of an exception. */
    public static JMSRuntimeException toUnchecked(JMSException checked) {
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

    /** Call that returns a result. */
    @FunctionalInterface
    public interface CheckedCall<T> {
        T call() throws JMSException;
    }

    /** Call that returns a result or null. */
    @FunctionalInterface
    public interface NullableCheckedCall<T> {
        @Nullable
        T call() throws JMSException;
    }

    /** Call without a result. */
    @FunctionalInterface
    public interface CheckedAction {
        void run() throws JMSException;
    }

    public static <T> T callUnchecked(CheckedCall<T> call) {
        try {
            return call.call();
        } catch (JMSException refused) {
            throw toUnchecked(refused);
        }
    }

    public static <T> @Nullable T callUncheckedNullable(NullableCheckedCall<T> call) {
        try {
            return call.call();
        } catch (JMSException refused) {
            throw toUnchecked(refused);
        }
    }

    public static void runUnchecked(CheckedAction call) {
        try {
            call.run();
        } catch (JMSException refused) {
            throw toUnchecked(refused);
        }
    }
}
