package dev.restante.observe;

/** Message about to be sent, to which a message observer can add properties such as a trace context. */
public interface MessageToSend extends ObservedMessage {

    /**
     * Sets or replaces a property of the sent message, but not of the sender's message object. The method has an effect
     * only until {@link MessageObserver#sendStarted} returns. If the properties of observers make the message too
     * large, it is sent without them.
     *
     * @param name a property name that applications may set in Jakarta Messaging: letters, digits, {@code _} and
     *     {@code $}, excluding names that only the provider sets
     * @throws IllegalArgumentException if applications may not set a property of this name
     */
    void setProperty(String name, String value);
}
