package dev.restante.console;

import java.util.regex.Pattern;

/**
 * The settings of a console. There is no default password.
 *
 * @param user who may come in, by basic authentication
 * @param password of that user
 * @param readOnly whether nothing can be changed
 * @param path under which the console is, as {@code /restante} behind a proxy that serves others, too; without a slash
 *     at its end, empty for all of a server. What comes to the console must have it
 */
public record ConsoleSettings(String user, String password, boolean readOnly, String path) {

    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

    /**
     * Settings.
     *
     * @throws IllegalArgumentException for a user without a name or with a colon in it, which basic authentication
     *     can't tell, for an empty password, and for a
     *     path that is none
     */
    public ConsoleSettings {
        if (user.isBlank() || user.indexOf(':') >= 0) {
            throw new IllegalArgumentException("the user of the console needs a name, without a colon");
        }
        if (password.isBlank()) {
            throw new IllegalArgumentException("the user of the console needs a password");
        }
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException("'" + path + "' is no path for the console, as /restante is");
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "ConsoleSettings[user=" + user + ", readOnly=" + readOnly + ", path=" + path + "]";
    }
}
