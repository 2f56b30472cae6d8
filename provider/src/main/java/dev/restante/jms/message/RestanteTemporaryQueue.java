package dev.restante.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import java.io.Serial;

/**
 * Temporary queue, which only the connection that created it can delete. It is serialized as a plain
 * {@link RestanteQueue} with an equal name, to which any connection can send.
 */
public final class RestanteTemporaryQueue extends RestanteQueue implements TemporaryQueue {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient TemporaryDestinationDeleter deleter;

    public RestanteTemporaryQueue(String name, TemporaryDestinationDeleter deleter) {
        super(name);
        this.deleter = deleter;
    }

    /**
     * Deletes the queue for its own connection, unless the queue has consumers (TMP-06).
     *
     * @throws jakarta.jms.IllegalStateException if the queue has consumers, or came with a message as
     *     {@code JMSReplyTo} or {@code JMSDestination}
     */
    @Override
    public void delete() throws JMSException {
        deleter.delete();
    }

    @Serial
    private Object writeReplace() {
        return new RestanteQueue(getName());
    }
}
