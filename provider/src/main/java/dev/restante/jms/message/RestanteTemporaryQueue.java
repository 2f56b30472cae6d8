package dev.restante.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import java.io.Serial;

/**
 * A temporary queue. Serialized, it becomes a plain {@link RestanteQueue} of the same name, which others can send to.
 */
public final class RestanteTemporaryQueue extends RestanteQueue implements TemporaryQueue {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient TemporaryDeletion deletion;

    /**
     * A temporary queue.
     *
     * @param name its full name
     * @param deletion what {@link #delete} does
     */
    public RestanteTemporaryQueue(String name, TemporaryDeletion deletion) {
        super(name);
        this.deletion = deletion;
    }

    /**
     * Deletes it; only for the connection that created it, and only while it has no consumers (TMP-06).
     *
     * @throws jakarta.jms.IllegalStateException if it has consumers, or came with a message as {@code JMSReplyTo} or
     *     {@code JMSDestination}
     */
    @Override
    public void delete() throws JMSException {
        deletion.delete();
    }

    @Serial
    private Object writeReplace() {
        return new RestanteQueue(getName());
    }
}
