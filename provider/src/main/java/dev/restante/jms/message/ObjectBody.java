package dev.restante.jms.message;

import jakarta.jms.MessageFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
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
     * @throws MessageFormatException if the policy refuses a class, a class is missing, the bytes are damaged, or the graph is
     *     larger than the stack or the heap has room for
     */
    static @Nullable Serializable decode(byte[] encoded, ObjectInputFilterPolicy policy) throws MessageFormatException {
        ObjectInputFilterPolicy.Filter filter = policy.filterFor(encoded.length);
        try (FilteredInput input = new FilteredInput(new ByteArrayInputStream(encoded), policy, filter)) {
            return (Serializable) input.readObject();
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

    /** Finds classes where the application's thread would, and lets proxies pass only where everything may. */
    private static final class FilteredInput extends ObjectInputStream {

        private final boolean everything;
        private final ObjectInputFilterPolicy.Filter filter;
        private final CollectionWeights weights;

        FilteredInput(InputStream input, ObjectInputFilterPolicy policy, ObjectInputFilterPolicy.Filter filter)
                throws IOException {
            super(input);
            this.everything = policy.allowsEverything();
            this.filter = filter;
            this.weights = new CollectionWeights(filter.elementsAllowed());
            if (!everything) {
                setObjectInputFilter(filter.besides(getObjectInputFilter()));
                enableResolveObject(true);
            }
        }

        /** Sees each object when it has been read, and before a hash table that it is put into asks it for its hash code. */
        @Override
        protected Object resolveObject(Object object) throws IOException {
            if (!weights.admit(object)) {
                filter.tooManyElements();
                throw new InvalidObjectException("too many elements");
            }
            return object;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            if (context != null) {
                try {
                    return Class.forName(description.getName(), false, context);
                } catch (ClassNotFoundException notThere) {
                    return super.resolveClass(description);
                }
            }
            return super.resolveClass(description);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            if (!everything) {
                String name = "a proxy of " + String.join(", ", interfaces);
                filter.refuse(name);
                throw new InvalidClassException(name);
            }
            return super.resolveProxyClass(interfaces);
        }
    }
}
