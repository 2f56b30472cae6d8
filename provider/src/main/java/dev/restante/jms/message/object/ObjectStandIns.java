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
 * The stand-ins for those collections of the JDK that hash or compare their elements while they are read. A stand-in
 * reads the serialised form of its collection, which is part of the JDK's specification, and has the cost measured. It
 * is then replaced by the collection itself. An instance is used by the thread that reads.
 */
final class ObjectStandIns {

    private static final Map<String, Class<?>> BY_NAME = Map.of(
            "java.util.Hashtable", OfHashtable.class,
            "java.util.Properties", OfProperties.class,
            "java.util.PriorityQueue", OfPriorityQueue.class,
            "java.util.CollSer", OfImmutables.class,
            "java.util.concurrent.ConcurrentHashMap", OfConcurrentHashMap.class);

    private ObjectStandIns() {}

    /**
     * What is read in place of a class, if the stream describes it as the JDK's specification does; null for any other
     * class.
     */
    static @Nullable ObjectStreamClass standingIn(ObjectStreamClass described) {
        Class<?> standIn = BY_NAME.get(described.getName());
        if (standIn == null) {
            return null;
        }
        ObjectStreamClass description = ObjectStreamClass.lookup(standIn);
        return namesAndKinds(description).equals(namesAndKinds(described)) ? description : null;
    }

    /** The class that a stand-in is read for; any other class itself. */
    static Class<?> original(Class<?> type) {
        for (Map.Entry<String, Class<?>> entry : BY_NAME.entrySet()) {
            if (entry.getValue() == type) {
                try {
                    return Class.forName(entry.getKey(), false, null);
                } catch (ClassNotFoundException missing) {
                    throw new LinkageError("a JDK without " + entry.getKey(), missing);
                }
            }
        }
        return type;
    }

    static boolean isOneOfThem(Class<?> type) {
        return StandIn.class.isAssignableFrom(type);
    }

    static boolean hasStandIn(String className) {
        return BY_NAME.containsKey(className);
    }

    private static List<String> namesAndKinds(ObjectStreamClass description) {
        return Arrays.stream(description.getFields())
                .map(field -> field.getName() + (field.isPrimitive() ? field.getTypeCode() : 'L'))
                .toList();
    }

    private static MeasuredInput measured(ObjectInputStream input) {
        return (MeasuredInput) input;
    }

    private static InvalidObjectException onlyRead() {
        return new InvalidObjectException("a stand-in is never written");
    }

    private static sealed class OfHashtable extends StandIn implements Serializable {

        private static final long serialVersionUID = 1;

        @SuppressWarnings("UnusedVariable") // read by serialization
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("loadFactor", float.class), new ObjectStreamField("threshold", int.class)
        };

        private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
            input.defaultReadObject();
            input.readInt();
            int size = input.readInt();
            measured(input).claimTable(size);
            entries.readPairs(input, size);
            measured(input).cost().payForKeys(entries.keys());
        }

        private void writeObject(ObjectOutputStream output) throws IOException {
            throw onlyRead();
        }

        @SuppressWarnings("JdkObsolete") // it was one when it was written
        Object readResolve() {
            // Its chains depend on the capacity, so that must not be known to who chose the keys.
            int size = entries.keys().size();
            Hashtable<@Nullable Object, @Nullable Object> table =
                    new Hashtable<>(2 * size + 1 + ThreadLocalRandom.current().nextInt(size + 16));
            entries.putInto(table);
            return table;
        }
    }

    private static final class OfProperties extends OfHashtable {

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

    private static final class OfConcurrentHashMap extends StandIn implements Serializable {

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
            measured(input).cost().payForKeys(entries.keys());
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

    private static final class OfPriorityQueue extends StandIn implements Serializable {

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
            measured(input).cost().payForHeap(entries.keys());
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

    /** The serialised form of {@code List.of}, {@code Set.of}, {@code Map.of} and {@code Stream.toList}. */
    private static final class OfImmutables extends StandIn implements Serializable {

        private static final long serialVersionUID = 1;

        @SuppressWarnings("UnusedVariable") // read by serialization
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("tag", int.class)};

        private static final int LIST = 1;
        private static final int SET = 2;
        private static final int MAP = 3;
        private static final int LIST_WITH_NULLS = 4;

        private transient int kind;

        private void readObject(ObjectInputStream input) throws IOException, ClassNotFoundException {
            // Only the lowest byte says what it is; the others are reserved.
            kind = input.readFields().get("tag", 0) & 0xFF;
            int length = input.readInt();
            measured(input).claimSlots(length);
            if (kind == MAP) {
                if (length % 2 != 0) {
                    throw new InvalidObjectException("a map of " + length + " keys and values");
                }
                entries.readPairs(input, length / 2);
            } else {
                entries.readElements(input, length);
            }
            if (kind == SET || kind == MAP) {
                measured(input).cost().payForProbing(entries.keys());
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
                default -> throw new InvalidObjectException("an unknown kind of immutable collection: " + kind);
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
