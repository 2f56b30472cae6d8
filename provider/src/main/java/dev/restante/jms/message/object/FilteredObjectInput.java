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
 * The stream that reads one serialised object under an {@link ObjectInputFilterPolicy}. It finds classes where the
 * application's thread would, and lets proxies pass only where everything may. Not thread-safe.
 *
 * <p>What is hashed is measured first ({@link HashingCost}): a {@code HashMap} or {@code HashSet} gets its elements
 * late ({@link PostponedTables}), other collections that hash or compare while they are read are read by
 * {@linkplain ObjectStandIns stand-ins}.
 *
 * <p>Neither is possible for a class of the application that extends such a collection. Where a message has one, its
 * tables are read as Java does.
 */
public final class FilteredObjectInput extends ObjectInputStream implements MeasuredInput {

    /** Locales that the JDK does not know are kept by it, all in one table whose hash codes the sender can choose. */
    private static final int MAX_UNKNOWN_LOCALES = 16;

    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final ObjectInputFilterPolicy.Filter filter;
    private final CollectionWeights weights;
    private final HashingCost cost;
    private final boolean everything;
    private final boolean measured;
    private final Set<Locale> unknownLocales = new HashSet<>();
    private final PostponedTables tables;

    /**
     * Reads the header of the stream.
     *
     * @param measured whether what is hashed is measured; if not, tables are read as Java does
     */
    public FilteredObjectInput(
            InputStream input, ObjectInputFilterPolicy policy, ObjectInputFilterPolicy.Filter filter, boolean measured)
            throws IOException {
        super(input);
        this.everything = policy.allowsEverything();
        this.measured = measured && !everything;
        this.filter = filter;
        this.weights = new CollectionWeights(filter.elementsAllowed());
        this.cost = new HashingCost(weights, filter.visitsAllowed(), filter::tooMuchHashing);
        this.tables = new PostponedTables(cost);
        if (!everything) {
            setObjectInputFilter(filter.besides(getObjectInputFilter()));
            enableResolveObject(true);
        }
    }

    /** A class of the application extends a table of the JDK, so that the message has to be read without measuring. */
    public static final class ExtendedTable extends InvalidClassException {

        private static final long serialVersionUID = 1;

        ExtendedTable(Class<?> type) {
            super(type.getName(), "extends a collection whose reading is measured");
        }
    }

    @Override
    public HashingCost cost() {
        return cost;
    }

    @Override
    public void claimTable(int size) throws InvalidObjectException {
        claimSlots(size <= 0 ? size : Integer.highestOneBit(Math.min(size, 1 << 29)) << 1);
    }

    @Override
    public void claimSlots(int slots) throws InvalidObjectException {
        if (slots < 0 || !filter.claim(slots)) {
            throw new InvalidObjectException("a collection of " + slots + " slots");
        }
    }

    /**
     * Sees each object when it has been read, and before a hash table that it is put into asks it for its hash code.
     */
    @Override
    protected Object resolveObject(Object object) throws IOException {
        tables.fill(object);
        if (!weights.admit(object)) {
            filter.tooManyElements();
            throw new InvalidObjectException("too many elements");
        }
        if (object instanceof Locale locale
                && !KnownLocales.ALL.contains(locale)
                && unknownLocales.add(locale)
                && unknownLocales.size() > MAX_UNKNOWN_LOCALES) {
            filter.tooManyLocales(MAX_UNKNOWN_LOCALES);
            throw new InvalidObjectException("too many locales");
        }
        return object;
    }

    /** Both a {@code HashMap} and a {@code HashSet} read two ints: their capacity and their size. */
    @Override
    public int readInt() throws IOException {
        int value = super.readInt();
        if (!measured) {
            return value;
        }
        Class<?> caller = CALLERS.getCallerClass();
        if (!tables.isSize(caller)) {
            return value;
        }
        claimTable(value);
        tables.read(this, caller, value);
        return 0;
    }

    /** Loaded when the first locale is met: the JDK takes its time to find them all. */
    private static final class KnownLocales {

        static final Set<Locale> ALL = Set.of(Locale.getAvailableLocales());
    }

    @Override
    protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
        ObjectStreamClass described = super.readClassDescriptor();
        ObjectStreamClass standIn = measured ? ObjectStandIns.standingIn(described) : null;
        return standIn == null ? described : standIn;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        Class<?> type = find(description);
        if (measured && !ObjectStandIns.isOneOfThem(type)) {
            refuseExtension(type);
        }
        return type;
    }

    private Class<?> find(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        Class<?> standIn = description.forClass();
        if (standIn != null && ObjectStandIns.isOneOfThem(standIn)) {
            return standIn;
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

    private static void refuseExtension(Class<?> type) throws ExtendedTable {
        if (SafeJdkTypes.contains(type.getName())) {
            return;
        }
        for (Class<?> above = type.getSuperclass(); above != null; above = above.getSuperclass()) {
            if (above == HashMap.class || above == HashSet.class || ObjectStandIns.hasStandIn(above.getName())) {
                throw new ExtendedTable(type);
            }
        }
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
