package dev.restante;

import static java.util.Objects.requireNonNull;

/**
 * User and password of a store's database.
 *
 * @param user never null
 * @param password empty for none
 */
record Credentials(String user, String password) {

    /** What an embedded store has that nobody configured. */
    static final Credentials DEFAULT = new Credentials("SA", "");

    Credentials {
        requireNonNull(user, "user");
        requireNonNull(password, "password");
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "Credentials[user=" + user + "]";
    }
}
