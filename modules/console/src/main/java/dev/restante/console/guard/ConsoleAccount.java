package dev.restante.console.guard;

import java.util.Set;

/**
 * Configured login of the console for HTTP basic authentication: the user name, the password or its hash, and the
 * rights that the user receives.
 *
 * @param name the user name, without a colon
 * @param password the plain password, or its hash in the format of {@link PasswordHash}
 * @param rights the rights of the user
 */
public record ConsoleAccount(String name, String password, Set<ConsoleRight> rights) {

    /**
     * Creates an account.
     *
     * @throws IllegalArgumentException if the name is blank or contains a colon, which basic authentication cannot
     *     transmit. Also thrown if the password is blank, a malformed hash, or a hash in another format
     */
    public ConsoleAccount {
        rights = Set.copyOf(rights);
        if (name.isBlank() || name.indexOf(':') >= 0) {
            throw new IllegalArgumentException("the name of a console user must not be empty or contain a colon");
        }
        if (password.isBlank()) {
            throw new IllegalArgumentException("the console user '" + name + "' needs a password");
        }
        if (PasswordHash.isHash(password)) {
            PasswordHash.check(password);
        } else {
            PasswordHash.checkPlain(password);
        }
    }

    /** Returns an account with all rights. */
    public static ConsoleAccount withAllRights(String name, String password) {
        return new ConsoleAccount(name, password, Set.of(ConsoleRight.values()));
    }

    /** Returns the user that logs in with this account. */
    public ConsoleUser user() {
        return new ConsoleUser(name, rights);
    }

    /** Returns the name and the rights, without the password. */
    @Override
    public String toString() {
        return "Account[name=" + name + ", rights=" + rights + "]";
    }
}
