package dev.restante.jms.message.object;

import java.io.InvalidObjectException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cost of filling the hash tables and heaps of one object graph. Its unit is an element that is visited to hash a
 * key or to compare it.
 *
 * <p>Hash codes of JDK values are easily made equal, and a table compares each key with all that are in it with the
 * same code: a tenth of a million entries {@code (i, i)} need five thousand million comparisons. So the codes are
 * counted before the keys are put anywhere. The sum over all tables of a graph is bounded in proportion to the size of
 * its message. Not thread-safe.
 */
final class HashingCost {

    private final CollectionWeights weights;
    private final Runnable onTooMuch;
    private long left;

    /**
     * Starts with what is allowed for a message.
     *
     * @param weights of its collections, which have been weighed when they become keys
     * @param onTooMuch told when it costs more
     */
    HashingCost(CollectionWeights weights, long allowed, Runnable onTooMuch) {
        this.weights = weights;
        this.left = allowed;
        this.onTooMuch = onTooMuch;
    }

    /**
     * Pays for the keys of a table that compares those with equal hash codes only.
     *
     * @throws InvalidObjectException if that is more than is left
     */
    void payForKeys(Collection<?> keys) throws InvalidObjectException {
        Map<Integer, int[]> met = new HashMap<>();
        for (Object key : keys) {
            long weight = weightOf(key);
            pay(weight);
            int[] before = met.computeIfAbsent(key == null ? 0 : key.hashCode(), code -> new int[1]);
            pay(weight * before[0]);
            before[0]++;
        }
    }

    /**
     * Pays for the keys of an immutable set or map of the JDK: its table is twice as large as it needs, and a key is
     * compared with all that stand from its place to the next that is free.
     *
     * @throws InvalidObjectException if that is more than is left
     */
    void payForProbing(List<?> keys) throws InvalidObjectException {
        boolean[] taken = new boolean[Math.max(1, 2 * keys.size())];
        for (Object key : keys) {
            long weight = weightOf(key);
            pay(weight);
            int place = Math.floorMod(key == null ? 0 : key.hashCode(), taken.length);
            while (taken[place]) {
                pay(weight);
                place = (place + 1) % taken.length;
            }
            taken[place] = true;
        }
    }

    /**
     * Pays for ordering the elements of a heap: each is compared with one on every level.
     *
     * @throws InvalidObjectException if that is more than is left
     */
    void payForHeap(Collection<?> elements) throws InvalidObjectException {
        int levels = Integer.SIZE - Integer.numberOfLeadingZeros(elements.size());
        for (Object element : elements) {
            pay(levels * orderingWeightOf(element));
        }
    }

    private void pay(long visits) throws InvalidObjectException {
        left -= visits;
        if (left < 0) {
            onTooMuch.run();
            throw new InvalidObjectException("too much to hash and to compare");
        }
    }

    private long weightOf(@Nullable Object key) {
        return key == null ? 1 : weights.weightOf(key);
    }

    private long orderingWeightOf(@Nullable Object element) {
        if (element instanceof String text) {
            return 1L + text.length() / ValueWeight.CHARACTERS_PER_ORDERING;
        }
        if (element instanceof BigDecimal number) {
            // Numbers of different scales are brought to the same one by a multiplication.
            long words = number.unscaledValue().bitLength() / 32;
            return 1L + words * words / 16;
        }
        return weightOf(element);
    }
}
