package dev.restante.jms.message.object;

import java.util.Set;

/**
 * JDK classes that object messages may contain without being listed: values and collections of values. Their
 * deserialization only fills their own fields. {@code URL} is excluded, because its hash code needs the network.
 */
final class SafeJdkTypes {

    private static final Set<String> LANG = Set.of(
            "Object",
            "Number",
            "Boolean",
            "Byte",
            "Short",
            "Character",
            "Integer",
            "Long",
            "Float",
            "Double",
            "String",
            "String$CaseInsensitiveComparator",
            "Enum");

    private static final Set<String> UTIL = Set.of(
            "AbstractCollection",
            "AbstractList",
            "AbstractMap",
            "AbstractSet",
            "AbstractMap$SimpleEntry",
            "AbstractMap$SimpleImmutableEntry",
            "ArrayDeque",
            "ArrayList",
            "Arrays$ArrayList",
            "BitSet",
            "CollSer",
            "Currency",
            "Date",
            "Dictionary",
            "EnumMap",
            "EnumSet",
            "EnumSet$SerializationProxy",
            "HashMap",
            "HashSet",
            "Hashtable",
            "IdentityHashMap",
            "JumboEnumSet",
            "LinkedHashMap",
            "LinkedHashSet",
            "LinkedList",
            "Locale",
            "Map$Entry",
            "PriorityQueue",
            "Properties",
            "RegularEnumSet",
            "Stack",
            "TreeMap",
            "TreeSet",
            "UUID",
            "Vector");

    private static final Set<String> CONCURRENT = Set.of(
            "ConcurrentHashMap",
            "ConcurrentHashMap$Segment",
            "CopyOnWriteArrayList",
            "atomic.AtomicBoolean",
            "atomic.AtomicInteger",
            "atomic.AtomicLong",
            "locks.AbstractOwnableSynchronizer",
            "locks.AbstractQueuedSynchronizer",
            "locks.ReentrantLock",
            "locks.ReentrantLock$NonfairSync",
            "locks.ReentrantLock$Sync");

    private SafeJdkTypes() {}

    /** Returns whether a class, which is not an array, is safe. */
    static boolean contains(String className) {
        if (className.startsWith("java.lang.")) {
            return LANG.contains(className.substring("java.lang.".length()));
        }
        if (className.startsWith("java.util.concurrent.")) {
            return CONCURRENT.contains(className.substring("java.util.concurrent.".length()));
        }
        if (className.startsWith("java.util.Collections$") || className.startsWith("java.util.ImmutableCollections$")) {
            return true;
        }
        if (className.startsWith("java.util.")) {
            return UTIL.contains(className.substring("java.util.".length()));
        }
        return className.startsWith("java.time.")
                || className.startsWith("java.math.")
                || className.equals("java.net.URI");
    }
}
