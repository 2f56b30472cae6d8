package dev.restante.test;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import jakarta.jms.JMSException;
import java.util.List;

/**
 * Queue under test, read without locking or removing messages.
 *
 * @param admin the administration that reads the queue
 * @param name the full name of the queue or dead-letter queue
 */
public record TestQueue(RestanteAdmin admin, String name) {

    private static final int MAX_MESSAGES = 1_000;

    /** Returns the default dead-letter queue, which the option {@code deadLetterTo} can replace. */
    public TestQueue deadLetterQueue() {
        return new TestQueue(admin, DeadLetterQueueNames.of(name));
    }

    /**
     * Returns the message counts of the queue.
     *
     * @throws JMSException if the queue does not exist, or the store fails
     */
    public QueueStatistics statistics() throws JMSException {
        return admin.statistics(name);
    }

    /**
     * Returns the first 1,000 messages in a state, in retrieval order and with bodies.
     *
     * @throws JMSException if the queue does not exist, or the store fails
     */
    public List<MessageDescription> messages(MessageState state) throws JMSException {
        return admin.messages(name)
                .peek(
                        MessageFilter.all().withStates(state),
                        PageRequest.first(MAX_MESSAGES).withBodies())
                .messages();
    }
}
