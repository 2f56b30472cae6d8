package dev.restante.ra.base;

import dev.restante.api.ErrorCodes;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.CommException;
import jakarta.resource.spi.SecurityException;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Translation between Jakarta Messaging exceptions and Jakarta Connectors exceptions. */
public final class JcaExceptionTranslation {

    private JcaExceptionTranslation() {}

    /** Returns the exception that tells the container why a connection could not be opened. */
    public static ResourceException toResourceException(Exception failure, @Nullable String user) {
        if (failure instanceof ResourceException already) {
            return already;
        }
        String text = String.valueOf(failure.getMessage());
        if (failure instanceof JMSSecurityException || failure instanceof JMSSecurityRuntimeException) {
            String remedy = user == null
                    ? ". Set the properties user and password, or the credentials of the container authentication."
                    : ". Correct user '" + user
                            + "' or the password in the properties, in the container authentication, or in the"
                            + " call of the"
                            + " application.";
            return new SecurityException(text + remedy, failure);
        }
        return new CommException(text, failure);
    }

    /**
     * Returns the exception for an application that gets no handle. Searches the causes, because containers wrap them.
     */
    public static JMSException toJmsException(ResourceException refusal) {
        boolean credentials = false;
        for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            credentials |= cause instanceof SecurityException;
            if (cause instanceof JMSException ofStore && !credentials) {
                return ofStore;
            }
        }
        String text = "The connection to the store failed: " + refusal.getMessage();
        JMSException translated = credentials
                ? new JMSSecurityException(text, ErrorCodes.SECURITY)
                : new ResourceAllocationException(text, refusal.getErrorCode());
        translated.initCause(refusal);
        return translated;
    }

    public static JMSRuntimeException toUnchecked(JMSException failure) {
        String text = failure.getMessage();
        String code = failure.getErrorCode();
        if (failure instanceof JMSSecurityException) {
            return new JMSSecurityRuntimeException(text, code, failure);
        }
        if (failure instanceof IllegalStateException) {
            return new IllegalStateRuntimeException(text, code, failure);
        }
        if (failure instanceof ResourceAllocationException) {
            return new ResourceAllocationRuntimeException(text, code, failure);
        }
        return new JMSRuntimeException(text, code, failure);
    }

    public static JMSException toChecked(JMSRuntimeException failure) {
        if (failure.getCause() instanceof JMSException original) {
            return original;
        }
        JMSException translated = new JMSException(failure.getMessage(), failure.getErrorCode());
        translated.initCause(failure);
        return translated;
    }

    /** Returns the exception for a forbidden call: the kind of exception that the called method can throw. */
    public static Exception notAllowed(Method called, String text, String code) {
        return isUnchecked(called)
                ? new IllegalStateRuntimeException(text, code)
                : new IllegalStateException(text, code);
    }

    /** Returns whether a method of Jakarta Messaging cannot throw a checked exception. */
    public static boolean isUnchecked(Method called) {
        return Stream.of(called.getExceptionTypes()).noneMatch(type -> type.isAssignableFrom(JMSException.class));
    }

    /** Returns the error code of a failure of the store, or null. */
    public static @Nullable String errorCode(Throwable failure) {
        if (failure instanceof JMSException checked) {
            return checked.getErrorCode();
        }
        return failure instanceof JMSRuntimeException unchecked ? unchecked.getErrorCode() : null;
    }
}
