package dev.restante.jms.message;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many elements the collections of one object graph reach, an element counted as often as it is reached. That is what the hash
 * code of a collection costs, and it doubles with each level of collections that contain the level below twice: some hundred bytes
 * can describe a set whose hash code takes years. Of the collections of the JDK only; those of applications are listed because they
 * are trusted. Not thread-safe.
 */
final class CollectionWeights {

    private final long heaviest;
    private final IdentityHashMap<Object, Long> weights = new IdentityHashMap<>();

    /** Each element is looked at once for each collection that has it; some collections have any number without containing one. */
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

    /** One that is not known yet is being read: it contains the one that is weighed. */
    private long weightOf(@Nullable Object element) {
        if (element == null || !isCollection(element)) {
            return 1;
        }
        Long known = weights.get(element);
        return known == null ? heaviest : known;
    }

    private static boolean isCollection(Object object) {
        return (object instanceof Collection<?> || object instanceof Map<?, ?> || object instanceof Map.Entry<?, ?>)
                && object.getClass().getName().startsWith("java.util.");
    }
}
