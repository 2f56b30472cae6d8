package dev.restante.jms.core;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * The search for the session or consumer behind the wrappers of pools, caches and instrumentations. It makes a harmless
 * call of the interface on the wrapper, and the session or consumer of ours that the call arrives at answers. So
 * nothing has to be known of a wrapper but that it passes the call on, on the same thread.
 */
public final class BehindWrappers {

    /** What is being asked for on this thread, and the answer once there is one. */
    private static final ThreadLocal<@Nullable Question> ASKED = new ThreadLocal<>();

    private static final class Question {
        private final Class<?> type;
        private @Nullable Object answer;

        private Question(Class<?> type) {
            this.type = type;
        }
    }

    /** A call that arrives at the object behind the wrapper. */
    @FunctionalInterface
    public interface Call {
        @Nullable
        Object make() throws JMSException;
    }

    private BehindWrappers() {}

    /**
     * What answers to the first of some calls that arrives anywhere.
     *
     * @return null if none does
     */
    public static <T> @Nullable T find(Class<T> type, Call... calls) {
        Question former = ASKED.get();
        Question question = new Question(type);
        ASKED.set(question);
        try {
            for (Call call : calls) {
                try {
                    Object unused = call.make();
                } catch (JMSException | JMSRuntimeException | IllegalStateException | UnsupportedOperationException e) {
                    // What is closed answers all the same, before it refuses.
                }
                if (question.answer != null) {
                    return type.cast(question.answer);
                }
            }
            return null;
        } finally {
            if (former == null) {
                ASKED.remove();
            } else {
                ASKED.set(former);
            }
        }
    }

    /** A call has arrived: the first that does is the one that was meant. */
    public static void arrived(Object here) {
        Question question = ASKED.get();
        if (question != null && question.answer == null && question.type.isInstance(here)) {
            question.answer = here;
        }
    }
}
