package dev.restante.jms.message;

import jakarta.jms.JMSException;

/** Callback by which {@link RestanteMessage#acknowledge} reaches the session that delivered the message. */
@FunctionalInterface
public interface Acknowledger {

    /** Acknowledger of messages that need no acknowledgement: created or browsed messages. */
    Acknowledger NONE = () -> {};

    /**
     * Acknowledges messages as the session's mode specifies.
     *
     * @throws JMSException as {@link jakarta.jms.Message#acknowledge} does
     */
    void acknowledge() throws JMSException;
}
