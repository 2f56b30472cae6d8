package dev.restante.bench.contender;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Support of one compared provider for dead-lettering expired messages: setup, queue name and time of the move. */
public interface ExpirySupport {

    /** Configures a queue so that its expired messages are dead-lettered. Called before the first send. */
    void deadLetterOnExpiry(RunningBroker broker, String queueName) throws Exception;

    String deadLetterQueueName(String queueName);

    /** Returns the instant at which a message reached the dead-letter queue, in epoch milliseconds. */
    long movedAtEpochMillis(Message message) throws JMSException;
}
