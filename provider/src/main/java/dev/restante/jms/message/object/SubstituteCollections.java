package dev.restante.jms.message.object;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Substitute classes that read JDK collections whose own deserialization hashes or compares elements, so that the costs
 * are measured first. A substitute reads the serialized form of the collection, which the JDK specifies. The collection
 * then replaces it. Only the reading thread uses a substitute.
 */
final class SubstituteCollections {

    private static final Map<String, Class<?>> BY_NAME = Map.of(
            "java.util.Hashtable", HashtableSubstitute.class,
            "java.util.Properties", PropertiesSubstitute.class,
            "java.util.PriorityQueue", PriorityQueueSubstitute.class,
            "java.util.CollSer", ImmutableCollectionSubstitute.class,
            "java.util.concurrent.ConcurrentHashMap", ConcurrentHashMapSubstitute.class);

    private SubstituteCollections() {}

    /** Returns the substitute of a class if the stream describes the class as the JDK specifies, otherwise null. */
    static @Nullable ObjectStreamClass substituteFor(ObjectStreamClass described) {
        Class<?> standIn = BY_NAME.get(described.getName());
        if (standIn == null) {
            return null;
        }
        ObjectStreamClass description = ObjectStreamClass.lookup(standIn);
        return namesAndKinds(description).equals(namesAndKinds(described)) ? description : null;
    }

    /** Returns the class that a substitute replaces, or the class itself for all other classes. */
    static Class<?> originalType(Class<?> type) {
        for (Map.Entry<String, Class<?>> entry : BY_NAME.entrySet()) {
            if (entry.getValue() == type) {
                try {
                    return Class.forName(entry.getKey(), false, null);
                } catch (ClassNotFoundException missing) {
                    throw new LinkageError("The JDK has no class " + entry.getKey(), missing);
                }
            }
        }
        return type;
    }

    static boolean isSubstitute(Class<?> type) {
        return SubstituteCollection.class.isAssignableFrom(type);
    }

    static boolean hasSubstitute(String className) {
        return BY_NAME.containsKey(className);
    }

    private static List<String> namesAndKinds(ObjectStreamClass description) {
        return Arrays.stream(description.getFields())
                .map(field -> field.getName() + (field.isPrimitive() ? field.getTypeCode() : 'L'))
                .toList();
    }

    private static BudgetedObjectInput measured(ObjectInputStream input) {
        return (BudgetedObjectInput) input;
    }

    private static InvalidObjectException onlyRead() {
        return new InvalidObjectException("A substitute collection cannot be serialized");
    }

    private static sealed class HashtableSubstitute extends SubstituteCollection implements Serializable {

        private static final long serialVersionUID = 1;

        @SuppressWarnings("UnusedVariable") // read by serialization
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("loadFactor", float.class), new ObjectStreamField("threshold", int.class)
        };

        private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
            input.defaultReadObject();
            input.readInt();
            int size = input.readInt();
            measured(input).reserveTable(size);
            entries.readPairs(input, size);
            measured(input).budget().spendOnKeys(entries.keys());
        }

        private void writeObject(ObjectOutputStream output) throws IOException {
            throw onlyRead();
        }

        @SuppressWarnings("JdkObsolete") // the sender wrote a Hashtable
        Object readResolve() {
            // A random capacity, because a sender could otherwise choose keys that share one chain.
            int size = entries.keys().size();
            Hashtable<@Nullable Object, @Nullable Object> table =
                    new Hashtable<>(2 * size + 1 + ThreadLocalRandom.current().nextInt(size + 16));
            entries.putInto(table);
            return table;
        }
    }

    private static final class PropertiesSubstitute extends HashtableSubstitute {

        private static final long serialVersionUID = 1;

        @SuppressWarnings("UnusedVariable") // read by serialization
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("defaults", Properties.class)
        };

        private transient @Nullable Properties defaults;

        private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
            defaults = (Properties) input.readFields().get("defaults", null);
        }

        @Override
        Object readResolve() {
            Properties properties = new Properties(defaults);
            entries.putInto(properties);
            return properties;
        }
    }

    private static final class ConcurrentHashMapSubstitute extends SubstituteCollection implements Serializable {

        private static final long serialVersionUID = 1;

        @SuppressWarnings("UnusedVariable") // read by serialization
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("segmentMask", int.class),
            new ObjectStreamField("segmentShift", int.class),
            new ObjectStreamField("segments", Object[].class)
        };

        private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
            input.defaultReadObject();
            while (true) {
                Object key = input.readObject();
                Object value = input.readObject();
                if (key == null || value == null) {
                    break;
                }
                entries.add(key, value);
            }
            measured(input).budget().spendOnKeys(entries.keys());
        }

        private void writeObject(ObjectOutputStream output) throws IOException {
            throw onlyRead();
        }

        private Object readResolve() {
            Map<@Nullable Object, @Nullable Object> table = new ConcurrentHashMap<>();
            entries.putInto(table);
            return table;
        }
    }

    private static final class PriorityQueueSubstitute extends SubstituteCollection implements Serializable {

        private static final long serialVersionUID = 1;

        @SuppressWarnings("UnusedVariable") // read by serialization
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("size", int.class), new ObjectStreamField("comparator", Comparator.class)
        };

        private transient @Nullable Comparator<Object> comparator;

        @SuppressWarnings("unchecked")
        private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = input.readFields();
            comparator = (Comparator<Object>) fields.get("comparator", null);
            int size = fields.get("size", 0);
            input.readInt();
            entries.readElements(input, size);
            measured(input).budget().spendOnHeap(entries.keys());
        }

        private void writeObject(ObjectOutputStream output) throws IOException {
            throw onlyRead();
        }

        private Object readResolve() {
            List<@Nullable Object> elements = entries.keys();
            PriorityQueue<@Nullable Object> queue = new PriorityQueue<>(Math.max(1, elements.size()), comparator);
            queue.addAll(elements);
            return queue;
        }
    }

    /**
     * Substitute for the serialized form of {@code List.of}, {@code Set.of}, {@code Map.of} and {@code Stream.toList}.
     */
    private static final class ImmutableCollectionSubstitute extends SubstituteCollection implements Serializable {

        private static final long serialVersionUID = 1;

        @SuppressWarnings("UnusedVariable") // read by serialization
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("tag", int.class)};

        private static final int LIST = 1;
        private static final int SET = 2;
        private static final int MAP = 3;
        private static final int LIST_WITH_NULLS = 4;

        private transient int kind;

        private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
            // The lowest byte contains the kind, and the other bytes are reserved.
            kind = input.readFields().get("tag", 0) & 0xFF;
            int length = input.readInt();
            measured(input).reserveSlots(length);
            if (kind == MAP) {
                if (length % 2 != 0) {
                    throw new InvalidObjectException("The map has an invalid number of keys and values: " + length);
                }
                entries.readPairs(input, length / 2);
            } else {
                entries.readElements(input, length);
            }
            if (kind == SET || kind == MAP) {
                measured(input).budget().spendOnProbing(entries.keys());
            }
        }

        private void writeObject(ObjectOutputStream output) throws IOException {
            throw onlyRead();
        }

        private Object readResolve() throws InvalidObjectException {
            Object[] elements = entries.keys().toArray();
            return switch (kind) {
                case LIST -> List.of(elements);
                case SET -> Set.of(elements);
                case MAP -> mapOfEntries();
                case LIST_WITH_NULLS -> Arrays.stream(elements).toList();
                default -> throw new InvalidObjectException("The kind of an immutable collection is unknown: " + kind);
            };
        }

        private Map<Object, Object> mapOfEntries() {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Map.Entry<Object, Object>[] each = new Map.Entry[entries.keys().size()];
            Arrays.setAll(
                    each,
                    index -> Map.entry(
                            entries.keys().get(index), entries.values().get(index)));
            return Map.ofEntries(each);
        }
    }
}
