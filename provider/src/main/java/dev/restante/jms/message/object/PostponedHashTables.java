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
 * Filler of hash maps and sets, which measures the hashing costs of all elements before it adds them during
 * deserialization. Not thread-safe.
 *
 * <ol>
 *   <li>A table reads its capacity, and then its size. The stream reads the elements in its place and returns the size
 *       0.
 *   <li>After the empty table was read, and before any other object can use it, the stream adds the measured elements.
 * </ol>
 *
 * <p>All references therefore point to one table, including references from its own elements.
 */
final class PostponedHashTables {

    /** Table and the elements that it receives after it was read. */
    private record PostponedEntries(Class<?> table, UnhashedEntries entries) {}

    private final HashingBudget budget;

    /** Tables that were read as empty, the innermost first. */
    private final Deque<PostponedEntries> postponed = new ArrayDeque<>();

    /** Class of the table that has read its capacity and reads its size next, or null. */
    private @Nullable Class<?> readsSizeNext;

    PostponedHashTables(HashingBudget budget) {
        this.budget = budget;
    }

    /**
     * Returns whether an int that a class reads is the size of a table. The table reads its capacity before its size.
     */
    boolean isSizeOf(Class<?> reader) {
        if (reader != HashMap.class && reader != HashSet.class) {
            return false;
        }
        boolean size = readsSizeNext == reader;
        readsSizeNext = size ? null : reader;
        return size;
    }

    /** Reads the elements of the table whose size was read. */
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
        postponed.push(new PostponedEntries(table, entries));
    }

    /** Adds the elements to a table that was read. Ignores any other object. */
    @SuppressWarnings("unchecked")
    void fillIfPostponed(Object table) throws IOException {
        PostponedEntries contents = postponed.peek();
        if (contents == null || !contents.table().isInstance(table)) {
            return;
        }
        postponed.pop();
        UnhashedEntries entries = contents.entries();
        budget.spendOnKeys(entries.keys());
        if (table instanceof Map<?, ?>) {
            entries.putInto((Map<@Nullable Object, @Nullable Object>) table);
        } else {
            ((Collection<@Nullable Object>) table).addAll(entries.keys());
        }
    }
}
