package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.message.RestanteObjectMessage;
import jakarta.jms.JMSException;
import jakarta.jms.ObjectMessage;
import java.util.Optional;

/**
 * The objects of object messages as they are serialised: for who stores and moves messages, and has not their classes
 * or does not trust them. Nothing is deserialised here.
 */
public final class SerializedObject {

    private SerializedObject() {}

    /**
     * What a message has.
     *
     * @return the bytes of its object, or empty if that is null
     * @throws IllegalArgumentException if the message is not Restante's
     */
    public static Optional<byte[]> of(ObjectMessage message) {
        return Optional.ofNullable(own(message).serialized());
    }

    /**
     * Sets the object of a message. Whether the bytes are those of an object is seen when somebody asks for it.
     *
     * @throws IllegalArgumentException if the message is not Restante's
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
        throw new IllegalArgumentException(
                "Not an object message of Restante: " + message.getClass().getName());
    }
}
