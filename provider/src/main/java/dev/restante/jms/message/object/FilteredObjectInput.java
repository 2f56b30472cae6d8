package dev.restante.jms.message.object;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Object input stream that deserializes object messages, rejects classes that an {@link ObjectInputFilterPolicy}
 * forbids, and limits the hashing costs of a message. It loads classes with the context class loader of the thread. It
 * rejects proxies unless the policy allows everything. Not thread-safe.
 *
 * <p>The cost of hashing is measured first ({@link HashingBudget}). A {@code HashMap} or {@code HashSet} receives its
 * elements later ({@link PostponedHashTables}). {@linkplain SubstituteCollections Substitutes} read other collections
 * whose deserialization hashes or compares elements.
 *
 * <p>Neither method works for an application class that extends such a collection. The tables of a message with such a
 * class are read without measurement.
 */
public final class FilteredObjectInput extends ObjectInputStream implements BudgetedObjectInput {

    /**
     * Highest number of locales unknown to the JDK. The JDK keeps them in one table, and the sender can choose their
     * hash codes.
     */
    private static final int MAX_UNKNOWN_LOCALES = 16;

    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final ObjectInputFilterPolicy.PolicyFilter filter;
    private final CollectionHashCosts collectionCosts;
    private final HashingBudget budget;
    private final boolean allowAll;
    private final boolean measureCosts;
    private final Set<Locale> unknownLocales = new HashSet<>();
    private final PostponedHashTables postponedTables;

    /**
     * Reads the header of the stream.
     *
     * @param measureCosts whether to measure hashing costs
     */
    public FilteredObjectInput(
            InputStream input,
            ObjectInputFilterPolicy policy,
            ObjectInputFilterPolicy.PolicyFilter filter,
            boolean measureCosts)
            throws IOException {
        super(input);
        this.allowAll = policy.allowsEverything();
        this.measureCosts = measureCosts && !allowAll;
        this.filter = filter;
        this.collectionCosts = new CollectionHashCosts(filter.elementsAllowed());
        this.budget = new HashingBudget(collectionCosts, filter.maxVisits(), filter::hashingLimitExceeded);
        this.postponedTables = new PostponedHashTables(budget);
        if (!allowAll) {
            setObjectInputFilter(filter.combinedWith(getObjectInputFilter()));
            enableResolveObject(true);
        }
    }

    /**
     * Exception for an application class that extends a JDK table, so that the message must be read without
     * measurement.
     */
    public static final class UnmeasurableTableException extends InvalidClassException {

        private static final long serialVersionUID = 1;

        UnmeasurableTableException(Class<?> type) {
            super(
                    type.getName(),
                    "The class extends a collection of the JDK, so the cost of reading it cannot be" + " measured");
        }
    }

    @Override
    public HashingBudget budget() {
        return budget;
    }

    @Override
    public void reserveTable(int size) throws InvalidObjectException {
        reserveSlots(size <= 0 ? size : Integer.highestOneBit(Math.min(size, 1 << 29)) << 1);
    }

    @Override
    public void reserveSlots(int slots) throws InvalidObjectException {
        if (slots < 0 || !filter.reserve(slots)) {
            throw new InvalidObjectException("A collection has " + slots + " slots, which exceeds the limit");
        }
    }

    /** Handles each object after it was read, and before a hash table hashes it. */
    @Override
    protected Object resolveObject(Object object) throws IOException {
        postponedTables.fillIfPostponed(object);
        if (!collectionCosts.measure(object)) {
            filter.tooManyElements();
            throw new InvalidObjectException("The object has too many elements");
        }
        if (object instanceof Locale locale
                && !KnownLocales.ALL.contains(locale)
                && unknownLocales.add(locale)
                && unknownLocales.size() > MAX_UNKNOWN_LOCALES) {
            filter.tooManyLocales(MAX_UNKNOWN_LOCALES);
            throw new InvalidObjectException("The object has too many locales");
        }
        return object;
    }

    /** Reads an int. A {@code HashMap} and a {@code HashSet} read their capacity and then their size. */
    @Override
    public int readInt() throws IOException {
        int value = super.readInt();
        if (!measureCosts) {
            return value;
        }
        Class<?> caller = CALLERS.getCallerClass();
        if (!postponedTables.isSizeOf(caller)) {
            return value;
        }
        reserveTable(value);
        postponedTables.read(this, caller, value);
        return 0;
    }

    /** Locales known to the JDK, loaded for the first locale because the JDK needs time to find them. */
    private static final class KnownLocales {

        static final Set<Locale> ALL = Set.of(Locale.getAvailableLocales());
    }

    @Override
    protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
        ObjectStreamClass described = super.readClassDescriptor();
        ObjectStreamClass substitute = measureCosts ? SubstituteCollections.substituteFor(described) : null;
        return substitute == null ? described : substitute;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        Class<?> type = find(description);
        if (measureCosts && !SubstituteCollections.isSubstitute(type)) {
            rejectExtension(type);
        }
        return type;
    }

    private Class<?> find(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        Class<?> substitute = description.forClass();
        if (substitute != null && SubstituteCollections.isSubstitute(substitute)) {
            return substitute;
        }
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

    private static void rejectExtension(Class<?> type) throws UnmeasurableTableException {
        if (SafeJdkTypes.contains(type.getName())) {
            return;
        }
        for (Class<?> above = type.getSuperclass(); above != null; above = above.getSuperclass()) {
            if (above == HashMap.class
                    || above == HashSet.class
                    || SubstituteCollections.hasSubstitute(above.getName())) {
                throw new UnmeasurableTableException(type);
            }
        }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
        if (!allowAll) {
            String name = "A proxy of " + String.join(", ", interfaces);
            filter.reject(name);
            throw new InvalidClassException(name);
        }
        return super.resolveProxyClass(interfaces);
    }
}
