package dev.restante.ra.inbound;

import dev.restante.ra.server.TrackedResource;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint as its session knows it. What it throws makes the delivery fail, also where the server would commit: a
 * server may refuse the call before it comes to the bean, while the bean is being stopped for instance, and then nobody
 * else has the transaction rolled back. For one thread at a time.
 */
final class EndpointListener implements MessageListener {

    private static final String APPLICATION_EXCEPTION = "jakarta.ejb.ApplicationException";

    private final MessageListener endpoint;
    private final @Nullable TrackedResource resource;
    private boolean thrown;

    /**
     * For an endpoint that nobody else uses.
     *
     * @param resource that of its deliveries; null if they are not transacted
     */
    EndpointListener(MessageListener endpoint, @Nullable TrackedResource resource) {
        this.endpoint = endpoint;
        this.resource = resource;
    }

    @Override
    public void onMessage(Message message) {
        thrown = true;
        try {
            endpoint.onMessage(message);
            thrown = false;
        } catch (RuntimeException | Error failure) {
            if (resource != null && !commits(failure)) {
                resource.fail();
            }
            throw failure;
        }
    }

    /** Whether the last transaction was taken away, as after a time-out. */
    boolean takenAway() {
        return resource != null && resource.takenAway();
    }

    /** Whether the last delivery failed. */
    boolean failed() {
        return thrown || (resource != null && resource.rolledBack());
    }

    /**
     * Whether it is an exception by which the application says something and has its transaction committed nevertheless
     * (Enterprise Beans, application exceptions). Those that only a deployment descriptor names can't be told from
     * others.
     */
    private static boolean commits(Throwable failure) {
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            for (Annotation each : type.getAnnotations()) {
                if (each.annotationType().getName().equals(APPLICATION_EXCEPTION)) {
                    boolean counts = type == failure.getClass() || says(each, "inherited");
                    return counts && !says(each, "rollback");
                }
            }
        }
        return false;
    }

    private static boolean says(Annotation applicationException, String attribute) {
        try {
            return (boolean)
                    applicationException.annotationType().getMethod(attribute).invoke(applicationException);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("An annotation that is not as it should be: " + applicationException, e);
        }
    }
}
