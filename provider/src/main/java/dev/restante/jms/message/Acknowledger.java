package dev.restante.jms.message;

import jakarta.jms.JMSException;

/** The way from a message back to the session that handed it over; {@link RestanteMessage#acknowledge} calls it. */
@FunctionalInterface
public interface Acknowledger {

    /** For messages that nobody has to acknowledge: those that a client created, and those of a browser. */
    Acknowledger NONE = () -> {};

    /**
     * Acknowledges as the session's mode says.
     *
     * @throws JMSException as {@link jakarta.jms.Message#acknowledge} does
     */
    void acknowledge() throws JMSException;
}
