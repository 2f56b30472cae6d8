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

/** The stored form of an object message's body: Java serialisation, read under an {@link ObjectInputFilterPolicy}. */
final class ObjectBody {

    private ObjectBody() {}

    /**
     * The serialised object.
     *
     * @throws MessageFormatException if it cannot be serialised (BDY-09)
     */
    static byte[] encode(Serializable object) throws MessageFormatException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
            output.writeObject(object);
        } catch (IOException | RuntimeException | StackOverflowError failure) {
            throw Refusals.format(
                    "an object of class " + object.getClass().getName() + " cannot be serialised: " + failure, failure);
        }
        return bytes.toByteArray();
    }

    /**
     * A new copy of the object.
     *
     * @throws MessageFormatException if the policy refuses a class, a class is missing, the bytes are damaged, or the
     *     graph is larger than the stack or the heap has room for
     */
    static @Nullable Serializable decode(byte[] encoded, ObjectInputFilterPolicy policy) throws MessageFormatException {
        try {
            return decode(encoded, policy, true);
        } catch (FilteredObjectInput.ExtendedTable unmeasurable) {
            try {
                return decode(encoded, policy, false);
            } catch (FilteredObjectInput.ExtendedTable never) {
                throw new AssertionError(never);
            }
        }
    }

    private static @Nullable Serializable decode(byte[] encoded, ObjectInputFilterPolicy policy, boolean measured)
            throws MessageFormatException, FilteredObjectInput.ExtendedTable {
        ObjectInputFilterPolicy.Filter filter = policy.filterFor(encoded.length);
        try (FilteredObjectInput input =
                new FilteredObjectInput(new ByteArrayInputStream(encoded), policy, filter, measured)) {
            return (Serializable) input.readObject();
        } catch (FilteredObjectInput.ExtendedTable unmeasurable) {
            throw unmeasurable;
        } catch (IOException
                | ClassNotFoundException
                | RuntimeException
                | LinkageError
                | StackOverflowError
                | OutOfMemoryError failure) {
            throw refusal(filter, failure);
        }
    }

    private static MessageFormatException refusal(ObjectInputFilterPolicy.Filter filter, Throwable failure) {
        if (filter.refusedByJvm() != null) {
            return Refusals.classNotAllowed(
                    filter.refusedByJvm() + " is rejected by the JVM's own filter of deserialisation, jdk.serialFilter",
                    failure);
        }
        if (filter.refusedClass() != null) {
            return Refusals.classNotAllowed(
                    "the object contains an instance of " + filter.refusedClass()
                            + ", which is not allowed to be deserialised; list it in the option "
                            + ObjectInputFilterPolicy.ALLOW_LIST_OPTION + " if its senders are trusted",
                    failure);
        }
        if (filter.exceededLimit() != null) {
            return Refusals.classNotAllowed("the object " + filter.exceededLimit(), failure);
        }
        return Refusals.format("the object cannot be deserialised: " + failure, failure);
    }
}
