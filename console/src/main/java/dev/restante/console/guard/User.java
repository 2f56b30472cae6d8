package dev.restante.console.guard;

import java.util.EnumSet;
import java.util.Set;

/**
 * A user who has come in.
 *
 * @param name as it stands in the log
 */
public record User(String name, Set<Right> rights) {

    public User {
        rights = Set.copyOf(rights);
    }

    /** A user with all rights. */
    public static User withAll(String name) {
        return new User(name, EnumSet.allOf(Right.class));
    }

    /** This user, who may only look and read. */
    public User readOnly() {
        return new User(name, rights.contains(Right.READ) ? Set.of(Right.READ) : Set.of());
    }

    /** True if the user has a right. */
    public boolean may(Right right) {
        return rights.contains(right);
    }

    /** True if the user can change something. */
    public boolean mayChange() {
        return rights.stream().anyMatch(right -> right != Right.READ);
    }
}
