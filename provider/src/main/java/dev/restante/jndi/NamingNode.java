package dev.restante.jndi;

import dev.restante.jms.message.RestanteDestination;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Node of the naming tree: a context or a bound object. */
sealed interface NamingNode {

    /**
     * Bound object.
     *
     * @param key the key of the property that binds the object
     */
    record BoundObject(Object object, String key) implements NamingNode {}

    /** Context with names that properties bind, unchanged after they are read. */
    final class NamingFolder implements NamingNode {
        private final SortedMap<String, NamingNode> children = new TreeMap<>();

        SortedMap<String, NamingNode> children() {
            return Collections.unmodifiableSortedMap(children);
        }

        @Nullable
        NamingNode child(String name) {
            return children.get(name);
        }

        /** Binds an unbound name. Returns the existing node if the name is already bound, otherwise null. */
        @Nullable
        NamingNode add(String name, NamingNode node) {
            return children.putIfAbsent(name, node);
        }
    }

    /**
     * Context that contains a destination for each valid name.
     *
     * @param destination the function that creates the destination; it throws an {@link IllegalArgumentException} if
     *     the name is invalid
     */
    record DynamicDestinations(Function<String, RestanteDestination> destination) implements NamingNode {}
}
