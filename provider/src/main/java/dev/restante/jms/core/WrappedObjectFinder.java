package dev.restante.jms.core;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the Restante session or consumer behind the wrappers of pools, caches and instrumentations. The finder
 * makes a harmless call on the wrapper, and the Restante object that receives the call registers itself. Every wrapper
 * works that passes the call on, on the calling thread.
 */
public final class WrappedObjectFinder {

    /** Search of the calling thread, with the found object. */
    private static final ThreadLocal<@Nullable WrapperProbe> CURRENT_PROBE = new ThreadLocal<>();

    private static final class WrapperProbe {
        private final Class<?> type;
        private @Nullable Object answer;

        private WrapperProbe(Class<?> type) {
            this.type = type;
        }
    }

    /** Call on a wrapper, which reaches the wrapped object. */
    @FunctionalInterface
    public interface ProbeCall {
        @Nullable
        Object make() throws JMSException;
    }

    private WrappedObjectFinder() {}

    /**
     * Returns the candidate if it has a type, otherwise the first object of this type that one of the calls reaches.
     *
     * @param kind the word for the candidate in the error message
     * @throws IllegalArgumentException if no call reaches an object of the type
     */
    public static <T> T find(Class<T> type, String kind, Object candidate, ProbeCall... calls) {
        T found = type.isInstance(candidate) ? type.cast(candidate) : find(type, calls);
        if (found == null) {
            throw new IllegalArgumentException("The " + kind + " does not belong to Restante: "
                    + candidate.getClass().getName());
        }
        return found;
    }

    private static <T> @Nullable T find(Class<T> type, ProbeCall... calls) {
        WrapperProbe former = CURRENT_PROBE.get();
        WrapperProbe probe = new WrapperProbe(type);
        CURRENT_PROBE.set(probe);
        try {
            for (ProbeCall call : calls) {
                try {
                    Object unused = call.make();
                } catch (JMSException | JMSRuntimeException | IllegalStateException | UnsupportedOperationException e) {
                    // A closed object also registers itself before it rejects the call.
                }
                if (probe.answer != null) {
                    return type.cast(probe.answer);
                }
            }
            return null;
        } finally {
            if (former == null) {
                CURRENT_PROBE.remove();
            } else {
                CURRENT_PROBE.set(former);
            }
        }
    }

    /** Registers the target of a call as the found object of the calling thread's search, unless it has one. */
    public static void onProbeCall(Object target) {
        WrapperProbe probe = CURRENT_PROBE.get();
        if (probe != null && probe.answer == null && probe.type.isInstance(target)) {
            probe.answer = target;
        }
    }
}
