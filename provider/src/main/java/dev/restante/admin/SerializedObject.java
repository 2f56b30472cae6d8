package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.message.RestanteObjectMessage;
import jakarta.jms.JMSException;
import jakarta.jms.ObjectMessage;
import java.util.Optional;

/**
 * Utility class that gets and sets the serialized bytes of object messages without deserialization, for applications
 * that do not have or trust the objects' classes.
 */
public final class SerializedObject {

    private SerializedObject() {}

    /**
     * Returns the serialized object of a message.
     *
     * @return the bytes, or empty if the object is null
     * @throws IllegalArgumentException if the message was not created by Restante
     */
    public static Optional<byte[]> of(ObjectMessage message) {
        return Optional.ofNullable(own(message).serialized());
    }

    /**
     * Sets the serialized object of a message. Invalid bytes are detected only when a consumer deserializes them.
     *
     * @throws IllegalArgumentException if the message was not created by Restante
     * @throws jakarta.jms.MessageNotWriteableException if the body is read-only
     */
    public static void set(ObjectMessage message, byte[] serialized) throws JMSException {
        requireNonNull(serialized, "serialized");
        own(message).setSerialized(serialized);
    }

    private static RestanteObjectMessage own(ObjectMessage message) {
        requireNonNull(message, "message");
        if (message instanceof RestanteObjectMessage own) {
            return own;
        }
        throw new IllegalArgumentException("The message is not an object message of Restante: "
                + message.getClass().getName());
    }
}
