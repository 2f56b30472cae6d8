package dev.restante.api;

import jakarta.jms.JMSException;

/**
 * Exception for a message whose lock expired, was released or was already settled (RCV-12). The rejected call changed
 * nothing; another consumer receives or has received the message, unless it was already settled. The text names the
 * queue, the age and the duration of the lock, and the remedy.
 */
public class MessageLockLostException extends JMSException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception; called by the provider.
     *
     * @param errorCode {@code RESTANTE-LOCK-LOST}
     */
    public MessageLockLostException(String reason, String errorCode) {
        super(reason, errorCode);
    }
}
