package dev.restante.console.guard;

import java.util.Set;

/**
 * An account of the console, for basic authentication.
 *
 * @param name of the user, without a colon
 * @param password as it is, or hashed by {@link PasswordHash}
 */
public record Account(String name, String password, Set<Right> rights) {

    /**
     * An account.
     *
     * @throws IllegalArgumentException for an empty name or one with a colon in it, which basic authentication can't
     *     tell, for an empty password, for a password that looks hashed and is not, and for one that another
     *     program hashed
     */
    public Account {
        rights = Set.copyOf(rights);
        if (name.isBlank() || name.indexOf(':') >= 0) {
            throw new IllegalArgumentException("the user of the console needs a name, without a colon");
        }
        if (password.isBlank()) {
            throw new IllegalArgumentException("the user '" + name + "' of the console needs a password");
        }
        if (PasswordHash.isOne(password)) {
            PasswordHash.check(password);
        } else {
            PasswordHash.checkPlain(password);
        }
    }

    /** An account with all rights. */
    public static Account withAll(String name, String password) {
        return new Account(name, password, Set.of(Right.values()));
    }

    /** Whoever has come in by it. */
    public User user() {
        return new User(name, rights);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "Account[name=" + name + ", rights=" + rights + "]";
    }
}
