package dev.restante.jms.message.object;

import java.io.ObjectInputFilter;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filter for the classes of received object messages. Java deserialisation of bytes that somebody else wrote can
 * run code of any class on the class path, so the default lets through JDK values only: strings, boxed primitives,
 * {@code java.math}, {@code java.time}, the collections of {@code java.util}, {@code UUID}, {@code Date},
 * {@code Locale}, {@code Currency}, {@code URI} and arrays of these. Further classes are allowed by the option
 * {@value #ALLOW_LIST_OPTION}. A filter of the JVM ({@code jdk.serialFilter}) applies as well: what it rejects is
 * refused, whatever is listed. Immutable.
 *
 * <p>Unless everything is allowed, an object graph is limited to {@value #MAX_DEPTH} levels, {@value #MAX_REFERENCES}
 * objects and arrays of {@value #MAX_ARRAY_LENGTH} elements; its arrays and tables together may have no more slots than
 * the message's size makes plausible, and its collections no more elements when shared ones are counted as often as
 * they are reached. To fill hash tables and heaps of the JDK, up to {@value #VISITS_PER_BYTE} elements may be visited
 * for each byte of the message, comparisons of keys with equal hash codes included; a listed class that extends such a
 * table lifts this limit for the messages that contain one.
 */
public final class ObjectInputFilterPolicy {

    /** The name of the option that lists further classes. */
    public static final String ALLOW_LIST_OPTION = "objectMessageAllowList";

    /** How deep an object graph may be nested. */
    public static final int MAX_DEPTH = 32;

    /** How many objects a graph may have. */
    public static final int MAX_REFERENCES = 1_000_000;

    /** How many elements an array may have. */
    public static final int MAX_ARRAY_LENGTH = 1 << 26;

    /** Arrays and hash tables together are allocated with up to so many slots for each byte of the message. */
    private static final int SLOTS_PER_BYTE = 4;

    /** Room for the capacity that small collections have when empty. */
    private static final int SLOTS_OF_EMPTY = 64;

    /** Collections that share elements may reach up to so many of them for each byte of the message. */
    private static final int ELEMENTS_PER_BYTE = 4;

    /** How many elements the collections of the smallest message may reach. */
    private static final int ELEMENTS_OF_SMALLEST = 10_000;

    /** Filling hash tables and heaps may visit up to so many elements for each byte of the message. */
    private static final int VISITS_PER_BYTE = 32;

    /** How many elements may be visited for the smallest message. */
    private static final int VISITS_OF_SMALLEST = 100_000;

    private static final ObjectInputFilterPolicy JDK_VALUES_ONLY = new ObjectInputFilterPolicy(List.of(), false);
    private static final ObjectInputFilterPolicy ALLOW_ALL = new ObjectInputFilterPolicy(List.of(), true);

    private final List<String> patterns;
    private final boolean everything;

    private ObjectInputFilterPolicy(List<String> patterns, boolean everything) {
        this.patterns = patterns;
        this.everything = everything;
    }

    /** The default. */
    public static ObjectInputFilterPolicy jdkValuesOnly() {
        return JDK_VALUES_ONLY;
    }

    /** No filter but the JVM's own: for destinations to which only trusted applications can send. */
    public static ObjectInputFilterPolicy allowAll() {
        return ALLOW_ALL;
    }

    /**
     * JDK values and the classes that match a pattern: a class name (of a nested class with its {@code $}),
     * {@code package.*} for the classes of a package, {@code package.**} for those of its sub-packages too.
     *
     * @throws IllegalArgumentException if a pattern is none of these
     */
    public static ObjectInputFilterPolicy allowing(Collection<String> patterns) {
        List<String> trimmed = patterns.stream().map(String::trim).toList();
        trimmed.forEach(ObjectInputFilterPolicy::check);
        return trimmed.isEmpty() ? JDK_VALUES_ONLY : new ObjectInputFilterPolicy(trimmed, false);
    }

    boolean allowsEverything() {
        return everything;
    }

    boolean allows(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return everything
                || element.isPrimitive()
                || SafeJdkTypes.contains(element.getName())
                || matchesPattern(element.getName());
    }

    /** A filter for one deserialisation. */
    public Filter filterFor(int encodedBytes) {
        return new Filter(this, encodedBytes);
    }

    private boolean matchesPattern(String className) {
        for (String pattern : patterns) {
            if (matches(pattern, className)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String pattern, String className) {
        if (pattern.endsWith(".**")) {
            return className.startsWith(pattern.substring(0, pattern.length() - 2));
        }
        if (pattern.endsWith(".*")) {
            int packageLength = pattern.length() - 1;
            return className.startsWith(pattern.substring(0, packageLength))
                    && className.indexOf('.', packageLength) < 0;
        }
        return className.equals(pattern);
    }

    private static void check(String pattern) {
        String name = pattern.endsWith(".**")
                ? pattern.substring(0, pattern.length() - 3)
                : pattern.endsWith(".*") ? pattern.substring(0, pattern.length() - 2) : pattern;
        for (String part : name.split("\\.", -1)) {
            if (part.isEmpty()
                    || !Character.isJavaIdentifierStart(part.charAt(0))
                    || !part.chars().allMatch(Character::isJavaIdentifierPart)) {
                throw new IllegalArgumentException("the pattern '" + pattern + "' of " + ALLOW_LIST_OPTION
                        + " is neither a class name nor package.* nor package.**");
            }
        }
    }

    /** Decides on each class and limit while one object graph is read, and remembers why it refused. */
    public static final class Filter implements ObjectInputFilter {

        private final ObjectInputFilterPolicy policy;
        private final long slotsAllowed;
        private final long elementsAllowed;
        private final long visitsAllowed;
        private long slotsClaimed;
        private @Nullable ObjectInputFilter filterOfJvm;
        private @Nullable String refusedClass;
        private @Nullable String refusedByJvm;
        private @Nullable String exceededLimit;

        private Filter(ObjectInputFilterPolicy policy, int encodedBytes) {
            this.policy = policy;
            this.slotsAllowed = (long) encodedBytes * SLOTS_PER_BYTE + SLOTS_OF_EMPTY;
            this.elementsAllowed = (long) encodedBytes * ELEMENTS_PER_BYTE + ELEMENTS_OF_SMALLEST;
            this.visitsAllowed = (long) encodedBytes * VISITS_PER_BYTE + VISITS_OF_SMALLEST;
        }

        /**
         * Asks another filter first, the one that the stream has from the JVM: a stream's own filter would replace it.
         */
        Filter besides(@Nullable ObjectInputFilter ofJvm) {
            filterOfJvm = ofJvm;
            return this;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            if (filterOfJvm != null && filterOfJvm.checkInput(new Shown(info)) == Status.REJECTED) {
                Class<?> rejected = new Shown(info).serialClass();
                refusedByJvm = rejected == null ? "the object" : "an instance of " + rejected.getName();
                return Status.REJECTED;
            }
            if (info.depth() > MAX_DEPTH) {
                return exceeded("is nested deeper than " + MAX_DEPTH + " levels");
            }
            if (info.references() > MAX_REFERENCES) {
                return exceeded("has more than " + MAX_REFERENCES + " objects");
            }
            if (info.arrayLength() > MAX_ARRAY_LENGTH) {
                return exceeded("has an array of " + info.arrayLength() + " elements, more than the " + MAX_ARRAY_LENGTH
                        + " that are allowed");
            }
            if (!claim(Math.max(0, info.arrayLength()))) {
                return Status.REJECTED;
            }
            Class<?> type = info.serialClass();
            if (type == null) {
                return Status.UNDECIDED;
            }
            if (ObjectStandIns.isOneOfThem(type) || policy.allows(type)) {
                return Status.ALLOWED;
            }
            refuse(type.getName());
            return Status.REJECTED;
        }

        /** Counts slots that an array or a table claims, and says whether so many may be. */
        boolean claim(long slots) {
            slotsClaimed += slots;
            if (slotsClaimed <= slotsAllowed) {
                return true;
            }
            exceededLimit = "has arrays of " + slotsClaimed + " elements, the last of them with " + slots
                    + ", more than the " + slotsAllowed + " that are allowed in a message of its size";
            return false;
        }

        /** How many elements may be visited to fill the tables of this graph. */
        long visitsAllowed() {
            return visitsAllowed;
        }

        /** Notes that filling the tables takes more. */
        void tooMuchHashing() {
            exceededLimit = "has hash tables, or queues in order, that take more than " + visitsAllowed
                    + " comparisons to fill, because hash codes are equal or elements long: too many for a message of"
                    + " its size";
        }

        /** Notes that the graph has more locales that the JDK does not know. */
        void tooManyLocales(int allowed) {
            exceededLimit = "has more than " + allowed + " locales that this JVM does not know";
        }

        /** How many elements a collection of this graph may reach, those of its elements included. */
        long elementsAllowed() {
            return elementsAllowed;
        }

        /** Notes that a collection reaches more. */
        void tooManyElements() {
            exceededLimit = "has collections that reach more than " + elementsAllowed
                    + " elements, counted as often as they are reached, or that contain themselves: too many for a"
                    + " message of its size";
        }

        /** Notes a class that was refused before the JVM asked about it. */
        void refuse(String className) {
            refusedClass = className;
        }

        @Nullable
        public String refusedClass() {
            return refusedClass;
        }

        /** What the JVM's own filter rejected. */
        @Nullable
        public String refusedByJvm() {
            return refusedByJvm;
        }

        @Nullable
        public String exceededLimit() {
            return exceededLimit;
        }

        private Status exceeded(String what) {
            exceededLimit = what;
            return Status.REJECTED;
        }
    }

    /** A question to the JVM's filter: about a stand-in as the class that it is read for. */
    private record Shown(ObjectInputFilter.FilterInfo actual) implements ObjectInputFilter.FilterInfo {

        @Override
        public @Nullable Class<?> serialClass() {
            Class<?> type = actual.serialClass();
            return type == null ? null : ObjectStandIns.original(type);
        }

        @Override
        public long arrayLength() {
            return actual.arrayLength();
        }

        @Override
        public long depth() {
            return actual.depth();
        }

        @Override
        public long references() {
            return actual.references();
        }

        @Override
        public long streamBytes() {
            return actual.streamBytes();
        }
    }
}
