package dev.restante.bench.contender;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** The provider's own part of the {@code expiry} scenario. */
public interface ExpiryHook {

    /** Makes expired messages of the queue move to a dead-letter queue; called before the first send. */
    void deadLetterOnExpiry(RunningBroker broker, String queueName) throws Exception;

    /** The queue that expired messages of {@code queueName} move to. */
    String deadLetterQueueName(String queueName);

    /** When the message reached the dead-letter queue, in epoch milliseconds. */
    long movedAtEpochMillis(Message message) throws JMSException;
}
