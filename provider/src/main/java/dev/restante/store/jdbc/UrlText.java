package dev.restante.store.jdbc;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads JDBC URLs. */
final class UrlText {

    private static final Pattern SECRET = Pattern.compile("(?i)(password=)[^;&]*");
    private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");
    private static final Pattern HSQLDB_CREDENTIALS = Pattern.compile("(?i);(user|password)=[^;]*");
    private static final Pattern QUERY_CREDENTIALS = Pattern.compile("(?i)(?<=[?&])(user|password)=[^&]*(&|$)");
    private static final String HSQLDB_FILE = "jdbc:hsqldb:file:";

    private UrlText() {}

    static String withoutSecrets(String url) {
        return USER_INFO.matcher(SECRET.matcher(url).replaceAll("$1***")).replaceAll("//***@");
    }

    /** The URL without a user and password of its own, which a driver would prefer to those that it is given beside it. */
    static String withoutCredentials(String url) {
        return isHsqldb(url)
                ? HSQLDB_CREDENTIALS.matcher(url).replaceAll("")
                : QUERY_CREDENTIALS.matcher(url).replaceAll("");
    }

    static boolean isHsqldb(String url) {
        return url.startsWith("jdbc:hsqldb:");
    }

    static boolean isHsqldbInProcess(String url) {
        return isHsqldbFile(url) || url.startsWith("jdbc:hsqldb:mem:");
    }

    static boolean isHsqldbFile(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith(HSQLDB_FILE);
    }

    /** The path of a file database, which its files extend by their endings; HSQLDB's {@code ~} is the home directory. */
    static Optional<Path> hsqldbPath(String url) {
        if (!isHsqldbFile(url)) {
            return Optional.empty();
        }
        String rest = url.substring(HSQLDB_FILE.length());
        int end = rest.indexOf(';');
        String path = end < 0 ? rest : rest.substring(0, end);
        if (path.startsWith("~")) {
            path = System.getProperty("user.home") + path.substring(1);
        }
        return Optional.of(Path.of(path).toAbsolutePath().normalize());
    }

    static boolean hasProperty(String url, String key) {
        return url.toLowerCase(Locale.ROOT).contains(";" + key.toLowerCase(Locale.ROOT) + "=");
    }
}
