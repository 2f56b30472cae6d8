package dev.restante.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.TemporaryTopic;
import java.io.Serial;

/**
 * Temporary topic, which only the connection that created it can delete. It is serialized as a plain
 * {@link RestanteTopic} with an equal name, to which any connection can send.
 */
public final class RestanteTemporaryTopic extends RestanteTopic implements TemporaryTopic {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient TemporaryDestinationDeleter deleter;

    public RestanteTemporaryTopic(String name, TemporaryDestinationDeleter deleter) {
        super(name);
        this.deleter = deleter;
    }

    /**
     * Deletes the topic for its own connection, unless the topic has consumers (TMP-06).
     *
     * @throws jakarta.jms.IllegalStateException if the topic has consumers, or came with a message as
     *     {@code JMSReplyTo} or {@code JMSDestination}
     */
    @Override
    public void delete() throws JMSException {
        deleter.delete();
    }

    @Serial
    private Object writeReplace() {
        return new RestanteTopic(getName());
    }
}
