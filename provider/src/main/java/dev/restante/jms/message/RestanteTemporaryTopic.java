package dev.restante.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.TemporaryTopic;
import java.io.Serial;

/**
 * A temporary topic. Serialized, it becomes a plain {@link RestanteTopic} of the same name, which others can send to.
 */
public final class RestanteTemporaryTopic extends RestanteTopic implements TemporaryTopic {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient TemporaryDeletion deletion;

    /**
     * A temporary topic.
     *
     * @param name its full name
     * @param deletion what {@link #delete} does
     */
    public RestanteTemporaryTopic(String name, TemporaryDeletion deletion) {
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
        return new RestanteTopic(getName());
    }
}
