package dev.restante.observe;

/** A message that is being sent. */
public interface MessageToSend extends ObservedMessage {

    /**
     * Adds a property to what is sent, in place of one with that name. The sender's own message object stays as it is.
     * Effective until {@link MessageObserver#sending} returns. If the message would be too large with all that was
     * added, it is sent without that.
     *
     * @param name a name that applications may set in Jakarta Messaging: letters, digits, {@code _} and {@code $};
     *     not one that only the provider sets
     * @throws IllegalArgumentException if it is no such name
     */
    void setProperty(String name, String value);
}
