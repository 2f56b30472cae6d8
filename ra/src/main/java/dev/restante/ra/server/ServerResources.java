package dev.restante.ra.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * XA resources as a server wraps them. Some enlist an object of their own around that of a connection, but not around
 * that of a message-driven bean: WildFly does, with {@code org.jboss.tm.XAResourceWrapper}. Unless that is seen
 * through, what a bean receives and what it sends belong to two resource managers for the server, which commits them in
 * two phases.
 */
public final class ServerResources {

    /** By which such an object tells what is in it. */
    private static final String WRAPPED = "getResource";

    private static final ClassValue<Optional<Method>> METHODS = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            return method(type);
        }
    };

    private ServerResources() {}

    /**
     * What is in the object of a server, or in the one that is in it; or the same object, if there is nothing in it.
     */
    public static @Nullable XAResource unwrapped(@Nullable XAResource resource) {
        if (resource == null) {
            return null;
        }
        XAResource inner = inside(resource);
        return inner == resource ? resource : unwrapped(inner);
    }

    private static @Nullable XAResource inside(XAResource resource) {
        Optional<Method> method = METHODS.get(resource.getClass());
        if (method.isEmpty()) {
            return resource;
        }
        try {
            return (XAResource) method.get().invoke(resource);
        } catch (IllegalAccessException | InvocationTargetException kept) {
            // No worse than to know nothing of it: two phases.
            return resource;
        }
    }

    /** Preferably that of an interface: the class itself may not be for others. */
    private static Optional<Method> method(@Nullable Class<?> type) {
        if (type == null) {
            return Optional.empty();
        }
        Optional<Method> found = Optional.empty();
        for (Class<?> each : type.getInterfaces()) {
            found = found.or(() -> method(each));
        }
        return found.or(() -> method(type.getSuperclass())).or(() -> declared(type));
    }

    private static Optional<Method> declared(Class<?> type) {
        if (!Modifier.isPublic(type.getModifiers())) {
            return Optional.empty();
        }
        try {
            Method method = type.getDeclaredMethod(WRAPPED);
            boolean usable = Modifier.isPublic(method.getModifiers())
                    && XAResource.class.isAssignableFrom(method.getReturnType());
            return usable ? Optional.of(method) : Optional.empty();
        } catch (NoSuchMethodException none) {
            return Optional.empty();
        }
    }
}
