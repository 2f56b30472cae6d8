package dev.restante.console;

/**
 * The settings of a console. There is no default password.
 *
 * @param user who may come in, by basic authentication
 * @param password of that user
 * @param readOnly whether nothing can be changed
 */
public record ConsoleSettings(String user, String password, boolean readOnly) {

    /**
     * Settings.
     *
     * @throws IllegalArgumentException for a user without a name or with a colon in it, which basic authentication
     *     can't tell, and for an empty password
     */
    public ConsoleSettings {
        if (user.isBlank() || user.indexOf(':') >= 0) {
            throw new IllegalArgumentException("the user of the console needs a name, without a colon");
        }
        if (password.isBlank()) {
            throw new IllegalArgumentException("the user of the console needs a password");
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "ConsoleSettings[user=" + user + ", readOnly=" + readOnly + "]";
    }
}
