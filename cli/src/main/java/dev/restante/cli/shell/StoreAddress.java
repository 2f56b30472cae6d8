package dev.restante.cli.shell;

import java.io.Console;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The address of a store, and who opens it, from options and environment. Its text has no secrets.
 *
 * @param url may have a password only if it comes from the environment
 * @param user null where the URL names one, or for the usual one of an embedded store
 * @param password null for none
 */
record StoreAddress(String url, @Nullable String user, @Nullable String password) {

    private static final Pattern PASSWORD = Pattern.compile("(?i)password=[^;&]");
    private static final Pattern USER_INFO = Pattern.compile("//[^/?@]*:[^/?@]*@");
    private static final Pattern USER = Pattern.compile("(?i)[;?&](?:restante\\.)?user=([^;&]*)");

    static StoreAddress of(Shell shell) throws CommandFailure {
        GlobalOptions options = shell.options();
        String url = options.url() != null ? options.url() : shell.environment("RESTANTE_URL");
        if (url == null || url.isBlank()) {
            throw CommandFailure.usage("no store is named: give --url, or set RESTANTE_URL, to a JDBC URL such as"
                    + " jdbc:postgresql://localhost/messages, jdbc:mariadb://localhost/messages,"
                    + " jdbc:mysql://localhost/messages or jdbc:hsqldb:file:data/store");
        }
        if (options.url() != null
                && (PASSWORD.matcher(url).find() || USER_INFO.matcher(url).find())) {
            throw CommandFailure.usage(
                    "the URL after --url has a password, which others could see in the list of processes: set"
                            + " RESTANTE_PASSWORD, or use --password-file or --ask-password");
        }
        String user = options.user() != null ? options.user() : shell.environment("RESTANTE_USER");
        String password = password(shell);
        if (user == null) {
            Matcher named = USER.matcher(url);
            boolean inUrl = named.find();
            if (password != null) {
                user = inUrl ? named.group(1) : url.startsWith("jdbc:hsqldb:") ? "SA" : null;
            }
            if (user == null && !inUrl && ofServer(url)) {
                throw CommandFailure.usage(
                        "no user of the database is named: give --user, or set RESTANTE_USER, and RESTANTE_PASSWORD");
            }
        }
        return new StoreAddress(url, user, password);
    }

    private static boolean ofServer(String url) {
        return Stream.of("jdbc:postgresql:", "jdbc:mariadb:", "jdbc:mysql:").anyMatch(url::startsWith);
    }

    @SuppressWarnings("SystemConsoleNull") // which of the streams are a terminal was found out before
    private static @Nullable String password(Shell shell) throws CommandFailure {
        if (shell.options().askPassword()) {
            Console console = shell.terminal().in() ? System.console() : null;
            if (console == null) {
                throw CommandFailure.usage(
                        "--ask-password needs a terminal; set RESTANTE_PASSWORD or use --password-file");
            }
            char[] typed = console.readPassword("Password: ");
            return typed == null ? "" : new String(typed);
        }
        Path file = shell.options().passwordFile();
        if (file == null) {
            return shell.environment("RESTANTE_PASSWORD");
        }
        // Secrets that are mounted into a container are readable by all its users, so rights are not checked.
        return SecretFile.password("the password file", file);
    }

    boolean isFile() {
        return url.startsWith("jdbc:hsqldb:file:");
    }

    /** Without URL and password. */
    @Override
    public String toString() {
        return "StoreAddress[user=" + user + "]";
    }
}
