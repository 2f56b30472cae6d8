package dev.restante.jms.message.object;

import java.io.ObjectInputFilter;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Policy for the classes and sizes that received object messages may contain. Deserialization of untrusted bytes can
 * run code of any class on the class path. Therefore, the default allows only JDK values: strings, boxed primitives,
 * {@code java.math}, {@code java.time}, the collections of {@code java.util}, {@code UUID}, {@code Date},
 * {@code Locale}, {@code Currency}, {@code URI} and arrays of these. The option {@value #ALLOW_LIST_OPTION} allows
 * further classes. A filter of the JVM ({@code jdk.serialFilter}) can reject listed classes, too. Immutable.
 *
 * <p>Unless everything is allowed, these limits apply to an object graph:
 *
 * <ul>
 *   <li>{@value #MAX_DEPTH} levels, {@value #MAX_REFERENCES} objects, and {@value #MAX_ARRAY_LENGTH} elements in an
 *       array.
 *   <li>A number of slots in all arrays and tables that is proportional to the message size.
 *   <li>A number of elements in collections that is proportional to the message size. Shared elements count as often as
 *       they are reached.
 *   <li>{@value #VISITS_PER_BYTE} visited elements for each byte of the message to fill hash tables and heaps of the
 *       JDK, including comparisons of keys with equal hash codes. This limit does not apply to a message with a listed
 *       class that extends such a table.
 * </ul>
 */
public final class ObjectInputFilterPolicy {

    /** Name of the option that lists further classes. */
    public static final String ALLOW_LIST_OPTION = "objectMessageAllowList";

    public static final int MAX_DEPTH = 32;

    public static final int MAX_REFERENCES = 1_000_000;

    public static final int MAX_ARRAY_LENGTH = 1 << 26;

    /** Highest number of slots in arrays and hash tables for each byte of the message. */
    private static final int SLOTS_PER_BYTE = 4;

    /** Additional slots for the initial capacity of small collections. */
    private static final int MIN_SLOTS = 64;

    /** Highest number of elements that collections with shared elements may reach for each byte of the message. */
    private static final int ELEMENTS_PER_BYTE = 4;

    private static final int MIN_ELEMENTS = 10_000;

    /** Highest number of visited elements to fill hash tables and heaps for each byte of the message. */
    private static final int VISITS_PER_BYTE = 32;

    private static final int VISITS_OF_SMALLEST = 100_000;

    private static final ObjectInputFilterPolicy JDK_VALUES_ONLY = new ObjectInputFilterPolicy(List.of(), false);
    private static final ObjectInputFilterPolicy ALLOW_ALL = new ObjectInputFilterPolicy(List.of(), true);

    private final List<String> patterns;
    private final boolean allowAll;

    private ObjectInputFilterPolicy(List<String> patterns, boolean allowAll) {
        this.patterns = patterns;
        this.allowAll = allowAll;
    }

    /** Returns the default policy. */
    public static ObjectInputFilterPolicy jdkValuesOnly() {
        return JDK_VALUES_ONLY;
    }

    /**
     * Returns a policy with only the JVM's own filter, for destinations to which only trusted applications can send.
     */
    public static ObjectInputFilterPolicy allowAll() {
        return ALLOW_ALL;
    }

    /**
     * Returns a policy that allows JDK values and the classes that match a pattern. A pattern is a class name (with
     * {@code $} for a nested class), {@code package.*}, or {@code package.**} to include subpackages.
     *
     * @throws IllegalArgumentException if a pattern has no such form
     */
    public static ObjectInputFilterPolicy allowing(Collection<String> patterns) {
        List<String> trimmed = patterns.stream().map(String::trim).toList();
        trimmed.forEach(ObjectInputFilterPolicy::check);
        return trimmed.isEmpty() ? JDK_VALUES_ONLY : new ObjectInputFilterPolicy(trimmed, false);
    }

    /**
     * Returns the policy of an allow list, whose single entry {@code *} allows all classes.
     *
     * @throws IllegalArgumentException if an entry has another form
     */
    public static ObjectInputFilterPolicy of(List<String> allowList) {
        return allowList.equals(List.of("*")) ? ALLOW_ALL : allowing(allowList);
    }

    boolean allowsEverything() {
        return allowAll;
    }

    boolean allows(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return allowAll
                || element.isPrimitive()
                || SafeJdkTypes.contains(element.getName())
                || matchesPattern(element.getName());
    }

    /** Returns a filter for one deserialization. */
    public PolicyFilter filterFor(int encodedBytes) {
        return new PolicyFilter(this, encodedBytes);
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
                throw new IllegalArgumentException("The pattern '" + pattern + "' of " + ALLOW_LIST_OPTION
                        + " is not a class name, package.* or package.**");
            }
        }
    }

    /** Filter that decides on each class and limit of one object graph, and records the reason of a rejection. */
    public static final class PolicyFilter implements ObjectInputFilter {

        private final ObjectInputFilterPolicy policy;
        private final long slotsAllowed;
        private final long elementsAllowed;
        private final long maxVisits;
        private long slotsClaimed;
        private @Nullable ObjectInputFilter filterOfJvm;
        private @Nullable String rejectedClass;
        private @Nullable String rejectedByJvm;
        private @Nullable String exceededLimit;

        private PolicyFilter(ObjectInputFilterPolicy policy, int encodedBytes) {
            this.policy = policy;
            this.slotsAllowed = (long) encodedBytes * SLOTS_PER_BYTE + MIN_SLOTS;
            this.elementsAllowed = (long) encodedBytes * ELEMENTS_PER_BYTE + MIN_ELEMENTS;
            this.maxVisits = (long) encodedBytes * VISITS_PER_BYTE + VISITS_OF_SMALLEST;
        }

        /** Adds the JVM's filter, which is asked first, because a filter of the stream replaces it. */
        PolicyFilter combinedWith(@Nullable ObjectInputFilter ofJvm) {
            filterOfJvm = ofJvm;
            return this;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            if (filterOfJvm != null && filterOfJvm.checkInput(new OriginalTypeInfo(info)) == Status.REJECTED) {
                Class<?> rejected = new OriginalTypeInfo(info).serialClass();
                rejectedByJvm = rejected == null ? "The object" : "An instance of " + rejected.getName();
                return Status.REJECTED;
            }
            if (info.depth() > MAX_DEPTH) {
                return exceeded("is nested deeper than " + MAX_DEPTH + " levels");
            }
            if (info.references() > MAX_REFERENCES) {
                return exceeded("has more than " + MAX_REFERENCES + " objects");
            }
            if (info.arrayLength() > MAX_ARRAY_LENGTH) {
                return exceeded("has an array of " + info.arrayLength() + " elements, but at" + " most "
                        + MAX_ARRAY_LENGTH + " are allowed");
            }
            if (!reserve(Math.max(0, info.arrayLength()))) {
                return Status.REJECTED;
            }
            Class<?> type = info.serialClass();
            if (type == null) {
                return Status.UNDECIDED;
            }
            if (SubstituteCollections.isSubstitute(type) || policy.allows(type)) {
                return Status.ALLOWED;
            }
            reject(type.getName());
            return Status.REJECTED;
        }

        /** Counts the slots that an array or a table claims. Returns false above the limit. */
        boolean reserve(long slots) {
            slotsClaimed += slots;
            if (slotsClaimed <= slotsAllowed) {
                return true;
            }
            exceededLimit = "has arrays of " + slotsClaimed + " elements (" + slots + " in the last array), but at"
                    + " most " + slotsAllowed + " are allowed in a message of this size";
            return false;
        }

        long maxVisits() {
            return maxVisits;
        }

        void hashingLimitExceeded() {
            exceededLimit = "needs more than " + maxVisits + " comparisons to fill its hash tables and sorted"
                    + " collections, which is too many for a message of this size. It has many equal hash codes or"
                    + " long elements";
        }

        void tooManyLocales(int allowed) {
            exceededLimit = "has more than " + allowed + " locales that this JVM does not know";
        }

        /**
         * Returns the highest number of elements that a collection of this graph may reach, including nested
         * collections.
         */
        long elementsAllowed() {
            return elementsAllowed;
        }

        void tooManyElements() {
            exceededLimit = "has collections that contain themselves or reach more"
                    + " than " + elementsAllowed + " elements, counted each time they are reached, which is too"
                    + " many for a message of this size";
        }

        /** Records a class that was rejected before the JVM asked about it. */
        void reject(String className) {
            rejectedClass = className;
        }

        @Nullable
        public String rejectedClass() {
            return rejectedClass;
        }

        @Nullable
        public String rejectedByJvm() {
            return rejectedByJvm;
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

    /** Filter information for the JVM's filter, which replaces a substitute by its original class. */
    private record OriginalTypeInfo(ObjectInputFilter.FilterInfo actual) implements ObjectInputFilter.FilterInfo {

        @Override
        public @Nullable Class<?> serialClass() {
            Class<?> type = actual.serialClass();
            return type == null ? null : SubstituteCollections.originalType(type);
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
