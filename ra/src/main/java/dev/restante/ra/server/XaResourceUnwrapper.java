package dev.restante.ra.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Unwrapper that finds the XA resource inside a server's wrappers, so that the server recognizes sessions of one store
 * as one resource manager.
 *
 * <p>WildFly wraps the resource of a connection with {@code org.jboss.tm.XAResourceWrapper}, but not the resource of a
 * message-driven bean. Without unwrapping, the server sees two resource managers when a bean receives and sends. It
 * then commits in two phases.
 */
public final class XaResourceUnwrapper {

    private static final String WRAPPED = "getResource";

    private static final ClassValue<Optional<Method>> METHODS = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            return method(type);
        }
    };

    private XaResourceUnwrapper() {}

    /** Returns the innermost resource of nested wrappers, or the resource itself if it is not wrapped. */
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
            // The server then commits in two phases, as for a foreign resource.
            return resource;
        }
    }

    /** Returns the method of an interface if possible, because the class itself may be inaccessible. */
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
