package dev.restante.ra.inbound;

import dev.restante.ra.server.TrackedXaResource;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * Message listener that calls the endpoint and marks failed deliveries. Not thread-safe.
 *
 * <p>An exception makes the delivery fail even if the server would commit. A server can reject the call before it
 * reaches the bean, for example while the bean stops. In that case no other component marks the transaction for
 * rollback.
 */
final class EndpointListener implements MessageListener {

    private static final String APPLICATION_EXCEPTION = "jakarta.ejb.ApplicationException";

    private final MessageListener endpoint;
    private final @Nullable TrackedXaResource resource;
    private boolean lastCallFailed;

    /**
     * Creates a listener.
     *
     * @param resource the XA resource of the deliveries; null if they are not transacted
     */
    EndpointListener(MessageListener endpoint, @Nullable TrackedXaResource resource) {
        this.endpoint = endpoint;
        this.resource = resource;
    }

    @Override
    public void onMessage(Message message) {
        lastCallFailed = true;
        try {
            endpoint.onMessage(message);
            lastCallFailed = false;
        } catch (RuntimeException | Error failure) {
            if (resource != null && !isCommittingException(failure)) {
                resource.markFailed();
            }
            throw failure;
        }
    }

    /** Returns whether another thread ended the last transaction, for example after a timeout. */
    boolean endedByOtherThread() {
        return resource != null && resource.wasEndedByOtherThread();
    }

    boolean failed() {
        return lastCallFailed || (resource != null && resource.wasRolledBack());
    }

    /**
     * Returns whether an exception is an application exception that commits the transaction (Enterprise Beans).
     *
     * <p>Application exceptions that only a deployment descriptor declares cannot be recognized.
     */
    private static boolean isCommittingException(Throwable failure) {
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            for (Annotation each : type.getAnnotations()) {
                if (each.annotationType().getName().equals(APPLICATION_EXCEPTION)) {
                    boolean counts = type == failure.getClass() || booleanAttribute(each, "inherited");
                    return counts && !booleanAttribute(each, "rollback");
                }
            }
        }
        return false;
    }

    private static boolean booleanAttribute(Annotation applicationException, String attribute) {
        try {
            return (boolean)
                    applicationException.annotationType().getMethod(attribute).invoke(applicationException);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("An annotation is invalid: " + applicationException, e);
        }
    }
}
