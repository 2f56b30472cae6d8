package dev.restante.runtime;

import static java.util.Objects.requireNonNull;

import dev.restante.model.ProductVersion;
import dev.restante.socket.RemoteNode;
import org.jspecify.annotations.Nullable;

/**
 * User and password of the store's database.
 *
 * @param password empty for none
 */
public record Credentials(String user, String password) {

    /** Default for embedded stores. */
    static final Credentials DEFAULT = new Credentials("SA", "");

    public Credentials {
        requireNonNull(user, "user");
        requireNonNull(password, "password");
    }

    /** Returns credentials with an empty password in place of null; null without a user. */
    public static @Nullable Credentials of(@Nullable String user, @Nullable String password) {
        return user == null ? null : new Credentials(user, password == null ? "" : password);
    }

    RemoteNode.SocketLogin socketLogin() {
        return new RemoteNode.SocketLogin(ProductVersion.TEXT, user, password);
    }

    /** Omits the password. */
    @Override
    public String toString() {
        return "Credentials[user=" + user + "]";
    }
}
