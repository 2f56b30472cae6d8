package dev.restante.test;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import jakarta.jms.JMSException;
import java.util.List;

/**
 * A queue as a test looks at it. Looking takes nothing out of it and locks nothing.
 *
 * @param admin looks
 * @param name its name, also that of a dead-letter queue
 */
public record TestQueue(RestanteAdmin admin, String name) {

    /** So many messages at most. */
    private static final int MOST = 1_000;

    /** The dead-letter queue that it has where {@code deadLetterTo} names no other. */
    public TestQueue deadLetters() {
        return new TestQueue(admin, DeadLetterQueues.of(name));
    }

    /**
     * Counts what is in it.
     *
     * @throws JMSException if there is no such queue, or the store fails
     */
    public QueueStatistics statistics() throws JMSException {
        return admin.statistics(name);
    }

    /**
     * Its messages in a state, in their order, with bodies; the first 1,000.
     *
     * @throws JMSException if there is no such queue, or the store fails
     */
    public List<MessageDescription> messages(MessageState state) throws JMSException {
        return admin.messages(name)
                .peek(
                        MessageFilter.all().withStates(state),
                        PageRequest.first(MOST).withBodies())
                .messages();
    }
}
