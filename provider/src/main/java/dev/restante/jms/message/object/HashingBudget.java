package dev.restante.jms.message.object;

import java.io.InvalidObjectException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limit for the hashing and comparisons that one object message may cause during deserialization, proportional to the
 * message size. Its unit is one element visited to hash or compare a key.
 *
 * <p>A sender can easily create JDK values with equal hash codes, and a table compares all keys with equal hash codes:
 * 100,000 entries {@code (i, i)} need 5,000,000,000 comparisons. Therefore, the budget counts equal hash codes of all
 * tables of a graph before a table receives its keys. Not thread-safe.
 */
final class HashingBudget {

    private final CollectionHashCosts collectionCosts;
    private final Runnable onExhausted;
    private long remaining;

    /**
     * Creates the budget of one message.
     *
     * @param collectionCosts the costs of the collections, which are measured before they become keys
     * @param onExhausted an action that runs when the budget is exhausted
     */
    HashingBudget(CollectionHashCosts collectionCosts, long allowed, Runnable onExhausted) {
        this.collectionCosts = collectionCosts;
        this.remaining = allowed;
        this.onExhausted = onExhausted;
    }

    /**
     * Spends the cost of the keys of a table that compares only keys with equal hash codes.
     *
     * @throws InvalidObjectException if the cost exceeds the remaining budget
     */
    void spendOnKeys(Collection<?> keys) throws InvalidObjectException {
        Map<Integer, int[]> met = new HashMap<>();
        for (Object key : keys) {
            long cost = costOf(key);
            spend(cost);
            int[] before = met.computeIfAbsent(key == null ? 0 : key.hashCode(), code -> new int[1]);
            spend(cost * before[0]);
            before[0]++;
        }
    }

    /**
     * Spends the cost of the keys of an immutable JDK set or map, which uses linear probing. Its table has twice as
     * many slots as keys, and a key is compared with all keys up to the next free slot.
     */
    void spendOnProbing(List<?> keys) throws InvalidObjectException {
        boolean[] taken = new boolean[Math.max(1, 2 * keys.size())];
        for (Object key : keys) {
            long cost = costOf(key);
            spend(cost);
            int place = Math.floorMod(key == null ? 0 : key.hashCode(), taken.length);
            while (taken[place]) {
                spend(cost);
                place = (place + 1) % taken.length;
            }
            taken[place] = true;
        }
    }

    /** Spends the cost of ordering the elements of a heap, with one comparison of each element on every level. */
    void spendOnHeap(Collection<?> elements) throws InvalidObjectException {
        int levels = Integer.SIZE - Integer.numberOfLeadingZeros(elements.size());
        for (Object element : elements) {
            spend(levels * orderingCostOf(element));
        }
    }

    private void spend(long visits) throws InvalidObjectException {
        remaining -= visits;
        if (remaining < 0) {
            onExhausted.run();
            throw new InvalidObjectException("The collections of the object need too many comparisons");
        }
    }

    private long costOf(@Nullable Object key) {
        return key == null ? 1 : collectionCosts.costOf(key);
    }

    private long orderingCostOf(@Nullable Object element) {
        if (element instanceof String text) {
            return 1L + text.length() / ValueHashCost.CHARACTERS_PER_ORDERING;
        }
        if (element instanceof BigDecimal number) {
            // A comparison multiplies numbers of different scales to get equal scales.
            long words = number.unscaledValue().bitLength() / 32;
            return 1L + words * words / 16;
        }
        return costOf(element);
    }
}
