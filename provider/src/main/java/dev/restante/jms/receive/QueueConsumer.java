package dev.restante.jms.receive;

import dev.restante.model.Entity;
import dev.restante.selector.Selector;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import org.jspecify.annotations.Nullable;

/** A consumer of a queue. */
public final class QueueConsumer extends JmsConsumer implements QueueReceiver {

    public QueueConsumer(SessionServices session, Queue queue, Entity entity, @Nullable Selector selector, Taker taker)
            throws JMSException {
        super(session, queue, entity, selector == null ? null : selector.text(), selector, taker);
    }

    @Override
    public Queue getQueue() throws JMSException {
        return (Queue) destination();
    }
}
