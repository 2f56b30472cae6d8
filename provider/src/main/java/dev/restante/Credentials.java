package dev.restante;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

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

    /** Those of a user, with the empty password for null; null without a user. */
    static @Nullable Credentials of(@Nullable String user, @Nullable String password) {
        return user == null ? null : new Credentials(user, password == null ? "" : password);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "Credentials[user=" + user + "]";
    }
}
