package dev.restante;

import jakarta.jms.JMSException;

/**
 * A message could not be settled or renewed because its lock has run out, was released, or was already settled
 * (RCV-12). Nothing has changed; the message is or was delivered to somebody else, or will be.
 */
public class MessageLockLostException extends JMSException {

    private static final long serialVersionUID = 1L;

    /**
     * Made by the provider.
     *
     * @param errorCode {@code RESTANTE-LOCK-LOST}
     */
    public MessageLockLostException(String reason, String errorCode) {
        super(reason, errorCode);
    }
}
