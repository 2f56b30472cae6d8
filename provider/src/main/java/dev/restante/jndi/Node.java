package dev.restante.jndi;

import dev.restante.jms.message.RestanteDestination;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A node of the naming tree: a context or a bound object. */
sealed interface Node {

    /**
     * An object.
     *
     * @param object a connection factory or a destination
     * @param key which property has bound it
     */
    record Leaf(Object object, String key) implements Node {}

    /** A context with names that the properties have bound. It changes while the properties are read only. */
    final class Folder implements Node {
        private final SortedMap<String, Node> children = new TreeMap<>();

        SortedMap<String, Node> children() {
            return Collections.unmodifiableSortedMap(children);
        }

        @Nullable
        Node child(String name) {
            return children.get(name);
        }

        /** Binds a name that nothing is bound to; returns what is bound to it already, or null. */
        @Nullable
        Node add(String name, Node node) {
            return children.putIfAbsent(name, node);
        }
    }

    /**
     * A context in which each name stands for the destination of that name.
     *
     * @param destination makes it; throws {@link IllegalArgumentException} if none can have that name
     */
    record Dynamic(Function<String, RestanteDestination> destination) implements Node {}
}
