package dev.restante.jms.message.object;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The number of elements that each collection of one object graph reaches. An element counts as often as it is reached,
 * and a long value as several. That is what the hash code of a collection costs. It doubles with each level of
 * collections that contain the level below twice: some hundred bytes can describe a set whose hash code takes years.
 *
 * <p>Only collections of the JDK are weighed; those of applications are listed because they are trusted. Not
 * thread-safe.
 */
final class CollectionWeights {

    private final long heaviest;
    private final IdentityHashMap<Object, Long> weights = new IdentityHashMap<>();

    /**
     * Each element is looked at once for each collection that has it; some collections have any number without
     * containing one.
     */
    private long visits;

    /** Admits collections up to a weight, and so many elements that they have without counting any twice. */
    CollectionWeights(long heaviest) {
        this.heaviest = heaviest;
    }

    /**
     * Weighs an object that has been read, after its elements have been.
     *
     * @return false if it is too heavy, or contains a collection that is not complete because it contains this one
     */
    boolean admit(Object object) {
        if (object instanceof Object[] array) {
            for (Object element : array) {
                if (element instanceof StandIn) {
                    return false;
                }
            }
            return true;
        }
        if (!isCollection(object)) {
            return true;
        }
        long weight = 1;
        if (object instanceof Collection<?> collection) {
            for (Object element : collection) {
                weight += weightOf(element);
                if (isTooMuch(weight)) {
                    return false;
                }
            }
        } else if (object instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                weight += weightOf(entry.getKey()) + weightOf(entry.getValue());
                if (isTooMuch(weight)) {
                    return false;
                }
            }
        } else if (object instanceof Map.Entry<?, ?> entry) {
            weight += weightOf(entry.getKey()) + weightOf(entry.getValue());
            if (isTooMuch(weight)) {
                return false;
            }
        }
        weights.put(object, weight);
        return true;
    }

    private boolean isTooMuch(long weight) {
        visits++;
        return weight > heaviest || visits > heaviest;
    }

    /**
     * What it costs to hash an object that has been read. One that is not known yet is being read: it contains the one
     * that is weighed.
     */
    long weightOf(@Nullable Object element) {
        if (element == null) {
            return 1;
        }
        if (element instanceof StandIn) {
            return heaviest + 1;
        }
        if (!isCollection(element)) {
            return ValueWeight.of(element);
        }
        Long known = weights.get(element);
        return known == null ? heaviest + 1 : known;
    }

    private static boolean isCollection(Object object) {
        return (object instanceof Collection<?> || object instanceof Map<?, ?> || object instanceof Map.Entry<?, ?>)
                && object.getClass().getName().startsWith("java.util.");
    }
}
