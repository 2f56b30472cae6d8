package dev.restante.observe;

/** A message that is being sent. */
public interface MessageToSend extends ObservedMessage {

    /**
     * Adds a property to what is sent, in place of one with that name. The sender's own message object stays as it is.
     * Effective until {@link MessageObserver#sending} returns.
     *
     * @param name a name that Jakarta Messaging allows: letters, digits, {@code _} and {@code $}
     */
    void setProperty(String name, String value);
}
