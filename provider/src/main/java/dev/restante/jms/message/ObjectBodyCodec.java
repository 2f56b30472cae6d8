package dev.restante.jms.message;

import dev.restante.jms.message.object.FilteredObjectInput;
import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import jakarta.jms.MessageFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Codec for object message bodies: Java serialization under an {@link ObjectInputFilterPolicy}. */
final class ObjectBodyCodec {

    private ObjectBodyCodec() {}

    /**
     * Serializes an object.
     *
     * @throws MessageFormatException if the object cannot be serialized (BDY-09)
     */
    static byte[] encode(Serializable object) throws MessageFormatException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
            output.writeObject(object);
        } catch (IOException | RuntimeException | StackOverflowError failure) {
            throw MessageExceptions.format(
                    "An object of class " + object.getClass().getName() + " cannot be serialized: " + failure, failure);
        }
        return bytes.toByteArray();
    }

    /**
     * Returns a new copy of the object.
     *
     * @throws MessageFormatException if the policy rejects a class, a class is missing, the bytes are damaged, or the
     *     object graph exceeds the stack or the heap
     */
    static @Nullable Serializable decode(byte[] encoded, ObjectInputFilterPolicy policy) throws MessageFormatException {
        try {
            return decode(encoded, policy, true);
        } catch (FilteredObjectInput.UnmeasurableTableException unmeasurable) {
            try {
                return decode(encoded, policy, false);
            } catch (FilteredObjectInput.UnmeasurableTableException never) {
                throw new AssertionError(never);
            }
        }
    }

    private static @Nullable Serializable decode(byte[] encoded, ObjectInputFilterPolicy policy, boolean measureCosts)
            throws MessageFormatException, FilteredObjectInput.UnmeasurableTableException {
        ObjectInputFilterPolicy.PolicyFilter filter = policy.filterFor(encoded.length);
        try (FilteredObjectInput input =
                new FilteredObjectInput(new ByteArrayInputStream(encoded), policy, filter, measureCosts)) {
            return (Serializable) input.readObject();
        } catch (FilteredObjectInput.UnmeasurableTableException unmeasurable) {
            throw unmeasurable;
        } catch (IOException
                | ClassNotFoundException
                | RuntimeException
                | LinkageError
                | StackOverflowError
                | OutOfMemoryError failure) {
            throw rejection(filter, failure);
        }
    }

    private static MessageFormatException rejection(ObjectInputFilterPolicy.PolicyFilter filter, Throwable failure) {
        if (filter.rejectedByJvm() != null) {
            return MessageExceptions.classNotAllowed(
                    filter.rejectedByJvm() + " is rejected by the deserialization filter of the JVM, jdk.serialFilter",
                    failure);
        }
        if (filter.rejectedClass() != null) {
            return MessageExceptions.classNotAllowed(
                    "The object contains an instance of " + filter.rejectedClass()
                            + ", which may not be deserialized. If you trust the senders, add the class to the option "
                            + ObjectInputFilterPolicy.ALLOW_LIST_OPTION + ".",
                    failure);
        }
        if (filter.exceededLimit() != null) {
            return MessageExceptions.classNotAllowed(
                    "The object " + filter.exceededLimit() + ". If you trust the senders, set the option "
                            + ObjectInputFilterPolicy.ALLOW_LIST_OPTION + " to *, which has no limits.",
                    failure);
        }
        return MessageExceptions.format("The object cannot be deserialized: " + failure, failure);
    }
}
