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

/** Failures in the form that containers expect, and in the form that applications expect; turns one into the other. */
public final class Failures {

    private Failures() {}

    /** Of a connection that could not be opened, for the container. */
    public static ResourceException toContainer(Exception failure, @Nullable String user) {
        if (failure instanceof ResourceException already) {
            return already;
        }
        String text = String.valueOf(failure.getMessage());
        if (failure instanceof JMSSecurityException || failure instanceof JMSSecurityRuntimeException) {
            String remedy = user == null
                    ? "; set the properties user and password, or the credentials of the container's authentication"
                    : "; correct user '" + user
                            + "' or the password: in the properties, in the container's authentication, or in the application's call";
            return new SecurityException(text + remedy, failure);
        }
        return new CommException(text, failure);
    }

    /** Of a handle that the container has not given; containers put their own exceptions around ours. */
    public static JMSException toApplication(ResourceException refusal) {
        boolean credentials = false;
        for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            credentials |= cause instanceof SecurityException;
            if (cause instanceof JMSException ofStore && !credentials) {
                return ofStore;
            }
        }
        String text = "No connection to the store: " + refusal.getMessage();
        JMSException told = credentials
                ? new JMSSecurityException(text, ErrorCodes.SECURITY)
                : new ResourceAllocationException(text, refusal.getErrorCode());
        told.initCause(refusal);
        return told;
    }

    /** For the simplified interface. */
    public static JMSRuntimeException unchecked(JMSException failure) {
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

    /** For the classic interface. */
    public static JMSException checked(JMSRuntimeException failure) {
        if (failure.getCause() instanceof JMSException original) {
            return original;
        }
        JMSException told = new JMSException(failure.getMessage(), failure.getErrorCode());
        told.initCause(failure);
        return told;
    }

    /**
     * Of a call that is not allowed: as what that method can throw, which is not always what the classic interface
     * throws.
     */
    public static Exception refusal(Method called, String text, String code) {
        return isUnchecked(called)
                ? new IllegalStateRuntimeException(text, code)
                : new IllegalStateException(text, code);
    }

    /** Whether a method of Jakarta Messaging can't throw a checked exception. */
    public static boolean isUnchecked(Method called) {
        return Stream.of(called.getExceptionTypes()).noneMatch(type -> type.isAssignableFrom(JMSException.class));
    }

    /** The code by which the store tells what has happened; null if it does not. */
    public static @Nullable String code(Throwable failure) {
        if (failure instanceof JMSException checked) {
            return checked.getErrorCode();
        }
        return failure instanceof JMSRuntimeException unchecked ? unchecked.getErrorCode() : null;
    }
}
