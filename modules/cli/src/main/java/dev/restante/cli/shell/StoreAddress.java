package dev.restante.cli.shell;

import java.io.Console;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * URL, user and password of the store, from options and environment variables. Its text contains no secrets.
 *
 * @param url the JDBC URL, which may contain a password only if it comes from the environment
 * @param user the database user, or null if the URL names the user or an embedded store uses its default user
 * @param password the password, or null if there is none
 */
record StoreAddress(String url, @Nullable String user, @Nullable String password) {

    private static final Pattern PASSWORD = Pattern.compile("(?i)password=[^;&]");
    private static final Pattern USER_INFO = Pattern.compile("//[^/?@]*:[^/?@]*@");
    private static final Pattern USER = Pattern.compile("(?i)[;?&](?:restante\\.)?user=([^;&]*)");

    static StoreAddress of(CommandContext context) throws CommandException {
        GlobalOptions options = context.options();
        String url = options.url() != null ? options.url() : context.environment("RESTANTE_URL");
        if (url == null || url.isBlank()) {
            throw CommandException.usage("no store is specified. Set --url or RESTANTE_URL to a JDBC URL such as"
                    + " jdbc:postgresql://localhost/messages, jdbc:mariadb://localhost/messages,"
                    + " jdbc:mysql://localhost/messages or jdbc:hsqldb:file:data/store");
        }
        if (options.url() != null
                && (PASSWORD.matcher(url).find() || USER_INFO.matcher(url).find())) {
            throw CommandException.usage(
                    "the URL of --url contains a password, which other users could read in the list of processes."
                            + " Set RESTANTE_PASSWORD, or use --password-file or --ask-password.");
        }
        String user = options.user() != null ? options.user() : context.environment("RESTANTE_USER");
        String password = password(context);
        if (user == null) {
            Matcher named = USER.matcher(url);
            boolean inUrl = named.find();
            if (password != null) {
                user = inUrl ? named.group(1) : url.startsWith("jdbc:hsqldb:") ? "SA" : null;
            }
            if (user == null && !inUrl && ofServer(url)) {
                throw CommandException.usage(
                        "no database user is specified. Use --user or set RESTANTE_USER, and set RESTANTE_PASSWORD.");
            }
        }
        return new StoreAddress(url, user, password);
    }

    private static boolean ofServer(String url) {
        return Stream.of("jdbc:postgresql:", "jdbc:mariadb:", "jdbc:mysql:").anyMatch(url::startsWith);
    }

    @SuppressWarnings("SystemConsoleNull") // the start script has checked for a terminal
    private static @Nullable String password(CommandContext context) throws CommandException {
        if (context.options().askPassword()) {
            Console console = context.terminal().in() ? System.console() : null;
            if (console == null) {
                throw CommandException.usage(
                        "--ask-password needs a terminal. Set RESTANTE_PASSWORD or use --password-file.");
            }
            String typed = PasswordPrompt.ask(context, console);
            return typed == null ? "" : typed;
        }
        Path file = context.options().passwordFile();
        if (file == null) {
            return context.environment("RESTANTE_PASSWORD");
        }
        // All users of a container can read its mounted secrets, so the file rights are not checked.
        return SecretFile.password("the password file", file);
    }

    /** Returns whether several processes can have the store open at the same time. */
    boolean isShared() {
        return ofServer(url);
    }

    boolean isFile() {
        return url.startsWith("jdbc:hsqldb:file:");
    }

    @Override
    public String toString() {
        return "StoreAddress[user=" + user + "]";
    }
}
