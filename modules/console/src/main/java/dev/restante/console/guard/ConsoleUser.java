package dev.restante.console.guard;

import java.util.EnumSet;
import java.util.Set;

/**
 * Authenticated user of the console, with the rights that decide which pages and actions the user may use.
 *
 * @param name the user name, which appears in the log
 * @param rights the rights of the user
 */
public record ConsoleUser(String name, Set<ConsoleRight> rights) {

    public ConsoleUser {
        rights = Set.copyOf(rights);
    }

    /** Returns a user with all rights. */
    public static ConsoleUser withAllRights(String name) {
        return new ConsoleUser(name, EnumSet.allOf(ConsoleRight.class));
    }

    /** Returns this user without any right except {@link ConsoleRight#READ}, if the user has that. */
    public ConsoleUser readOnly() {
        return new ConsoleUser(name, rights.contains(ConsoleRight.READ) ? Set.of(ConsoleRight.READ) : Set.of());
    }

    /** Returns whether the user has a right. */
    public boolean hasRight(ConsoleRight right) {
        return rights.contains(right);
    }

    /** Returns whether the user has any right to change something. */
    public boolean canChange() {
        return rights.stream().anyMatch(right -> right != ConsoleRight.READ);
    }
}
