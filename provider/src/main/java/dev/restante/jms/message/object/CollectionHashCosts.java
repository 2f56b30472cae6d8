package dev.restante.jms.message.object;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calculator of the costs to hash the collections of one object message, so that deserialization can reject a message
 * that hashes too long. The unit is one reachable element. An element counts as often as it is reached, and a long
 * value counts several times. The cost doubles with each level of collections that contain the level below twice.
 * Therefore, a set of a few hundred bytes can have a hash code that takes years to compute.
 *
 * <p>Only JDK collections are measured, because collections of applications are listed and trusted. Not thread-safe.
 */
final class CollectionHashCosts {

    private final long maxCost;
    private final IdentityHashMap<Object, Long> costs = new IdentityHashMap<>();

    /** Number of visited elements, once for each collection that contains an element. */
    private long visitedElements;

    /** Allows costs up to a limit, and at most this number of visited elements. */
    CollectionHashCosts(long maxCost) {
        this.maxCost = maxCost;
    }

    /**
     * Measures the cost of an object after its elements were read and measured.
     *
     * @return false if the cost is too high, or the object contains an incomplete collection that contains the object
     */
    boolean measure(Object object) {
        if (object instanceof Object[] array) {
            for (Object element : array) {
                if (element instanceof SubstituteCollection) {
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
                weight += costOf(element);
                if (exceedsLimit(weight)) {
                    return false;
                }
            }
        } else if (object instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                weight += costOf(entry.getKey()) + costOf(entry.getValue());
                if (exceedsLimit(weight)) {
                    return false;
                }
            }
        } else if (object instanceof Map.Entry<?, ?> entry) {
            weight += costOf(entry.getKey()) + costOf(entry.getValue());
            if (exceedsLimit(weight)) {
                return false;
            }
        }
        costs.put(object, weight);
        return true;
    }

    private boolean exceedsLimit(long weight) {
        visitedElements++;
        return weight > maxCost || visitedElements > maxCost;
    }

    /**
     * Returns the cost of hashing an object that was read. A collection that is still being read contains the measured
     * one, and has a cost above the limit.
     */
    long costOf(@Nullable Object element) {
        if (element == null) {
            return 1;
        }
        if (element instanceof SubstituteCollection) {
            return maxCost + 1;
        }
        if (!isCollection(element)) {
            return ValueHashCost.of(element);
        }
        Long known = costs.get(element);
        return known == null ? maxCost + 1 : known;
    }

    private static boolean isCollection(Object object) {
        return (object instanceof Collection<?> || object instanceof Map<?, ?> || object instanceof Map.Entry<?, ?>)
                && object.getClass().getName().startsWith("java.util.");
    }
}
