package dev.restante.jms.message.object;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code HashMap}s and {@code HashSet}s of a stream whose elements are measured before they are hashed. Such a
 * table asks for its size and then for its elements. It is told that there are none, and gets them when it has been
 * read, before anybody else has it complete. So it is the same object for whatever refers to it, also from inside of
 * it. Not thread-safe.
 */
final class PostponedTables {

    /** The elements of a table that it gets when it has been read. */
    private record Postponed(Class<?> table, UnhashedEntries entries) {}

    private final HashingCost cost;

    /** Tables that have been told that they are empty, the innermost first. */
    private final Deque<Postponed> postponed = new ArrayDeque<>();

    /** The table that has just read its capacity, and will read its size next; or null. */
    private @Nullable Class<?> sizeExpectedBy;

    PostponedTables(HashingCost cost) {
        this.cost = cost;
    }

    /** Whether an int that a class has read is the size of a table; its capacity comes before. */
    boolean isSize(Class<?> reader) {
        if (reader != HashMap.class && reader != HashSet.class) {
            return false;
        }
        boolean size = sizeExpectedBy == reader;
        sizeExpectedBy = size ? null : reader;
        return size;
    }

    /** Reads the elements in place of the table whose size has been read. */
    void read(ObjectInputStream input, Class<?> table, int size) throws IOException {
        UnhashedEntries entries = new UnhashedEntries();
        try {
            if (table == HashMap.class) {
                entries.readPairs(input, size);
            } else {
                entries.readElements(input, size);
            }
        } catch (ClassNotFoundException missing) {
            InvalidObjectException refusal = new InvalidObjectException(missing.toString());
            refusal.initCause(missing);
            throw refusal;
        }
        postponed.push(new Postponed(table, entries));
    }

    /** Gives a table that has been read its elements; passes over whatever is none. */
    @SuppressWarnings("unchecked")
    void fill(Object table) throws IOException {
        Postponed contents = postponed.peek();
        if (contents == null || !contents.table().isInstance(table)) {
            return;
        }
        postponed.pop();
        UnhashedEntries entries = contents.entries();
        cost.payForKeys(entries.keys());
        if (table instanceof Map<?, ?>) {
            entries.putInto((Map<@Nullable Object, @Nullable Object>) table);
        } else {
            ((Collection<@Nullable Object>) table).addAll(entries.keys());
        }
    }
}
