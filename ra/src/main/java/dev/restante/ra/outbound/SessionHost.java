package dev.restante.ra.outbound;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A managed connection as the handles know it that stand for it. Thread-safe. */
interface SessionHost {

    /** The session that handles pass their calls on to. */
    PhysicalSession physical();

    /** Whether what its handles do now belongs to a transaction. */
    boolean inTransaction();

    /** Whether it is known to be of no use any more. */
    boolean broken();

    /** Something failed: the container hears if the connection is of no use any more (RA-31). */
    void observe(Exception failure);

    /**
     * An application closes its handle; the connection stays.
     *
     * @param face what the application has in its hands
     * @param left temporary destinations that could not be deleted yet
     */
    void closed(Object face, List<Belongings.Temporary> left);

    /**
     * A handle stands for another connection from now on.
     *
     * @param face what the application has in its hands
     */
    void moved(Object face);

    /** Passes a call on; the container hears first if it shows that the connection is lost (RA-31). */
    default @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            if (cause instanceof Exception failure) {
                observe(failure);
            }
            throw cause == null ? thrown : cause;
        }
    }
}
