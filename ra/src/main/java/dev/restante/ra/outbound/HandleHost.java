package dev.restante.ra.outbound;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interface of a managed connection toward its handles (session proxies of application components), which executes
 * their calls and reports lost connections. Thread-safe.
 */
interface HandleHost {

    PhysicalSession session();

    boolean inTransaction();

    /** Returns whether the connection is known to be unusable. */
    boolean isBroken();

    /** Notifies the container if a failure shows that the connection is unusable (RA-31). */
    void checkFailure(Exception failure);

    /**
     * Records that the application has closed a handle. The connection stays open.
     *
     * @param handle the object that the application uses
     * @param remaining the temporary destinations that could not be deleted yet
     */
    void onHandleClosed(Object handle, List<HandleResources.TemporaryResource> remaining);

    /**
     * Records that a handle has moved to another connection.
     *
     * @param handle the object that the application uses
     */
    void onHandleMoved(Object handle);

    /** Passes a call on. A failure of a lost connection is first reported to the container (RA-31). */
    default @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            if (cause instanceof Exception failure) {
                checkFailure(failure);
            }
            throw cause == null ? thrown : cause;
        }
    }
}
