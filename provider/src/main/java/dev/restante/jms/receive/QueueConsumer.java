package dev.restante.jms.receive;

import dev.restante.jms.core.ConsumedEntity;
import dev.restante.jms.core.Selectors;
import dev.restante.selector.Selector;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import org.jspecify.annotations.Nullable;

/**
 * Consumer that receives from one queue, or from the subscription that its name means (DEST-04). Implements
 * {@code QueueReceiver} of the legacy API.
 */
public final class QueueConsumer extends JmsConsumer implements QueueReceiver {

    private final Queue queue;
    private final @Nullable Selector selector;

    public QueueConsumer(
            SessionServices session,
            Queue queue,
            ConsumedEntity source,
            @Nullable Selector selector,
            ReceivingParticipant participant)
            throws JMSException {
        super(session, queue, source, selector == null ? null : selector.text(), selector, participant);
        this.queue = queue;
        this.selector = selector;
    }

    @Override
    public Queue getQueue() throws JMSException {
        return (Queue) destination();
    }

    @Override
    QueueConsumer openSibling(Selector wanted, ReceivingParticipant participant) throws JMSException {
        Selector both =
                selector == null ? wanted : Selectors.parse("(" + selector.text() + ") AND (" + wanted.text() + ")");
        return session().register(new QueueConsumer(session(), queue, source(), both, participant));
    }
}
