package dev.restante.store.jdbc.connect;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions that read the database kind, path, credentials and properties from a JDBC URL. */
public final class JdbcUrls {

    private static final Pattern HSQLDB_CREDENTIALS = Pattern.compile("(?i);(user|password)=[^;]*");
    private static final Pattern QUERY_CREDENTIALS = Pattern.compile("(?i)(?<=[?&])(user|password)=[^&]*(&|$)");
    private static final String HSQLDB_FILE = "jdbc:hsqldb:file:";
    private static final String HSQLDB_MEMORY = "jdbc:hsqldb:mem:";

    private JdbcUrls() {}

    /** Returns the URL without user and password, which a driver would prefer to separate credentials. */
    static String withoutCredentials(String url) {
        return isHsqldb(url)
                ? HSQLDB_CREDENTIALS.matcher(url).replaceAll("")
                : QUERY_CREDENTIALS.matcher(url).replaceAll("").replaceAll("[?&]$", "");
    }

    /** Returns the user in a URL; null for none. */
    static @Nullable String user(String url) {
        return property(url, "user");
    }

    /** Returns the password in a URL; null for none. */
    static @Nullable String password(String url) {
        return property(url, "password");
    }

    private static @Nullable String property(String url, String name) {
        boolean hsqldb = isHsqldb(url);
        Matcher found = Pattern.compile("(?i)" + (hsqldb ? ";" : "[?&]") + name + "=([^" + (hsqldb ? ";" : "&") + "]*)")
                .matcher(url);
        if (!found.find()) {
            return null;
        }
        return hsqldb ? found.group(1) : URLDecoder.decode(found.group(1), StandardCharsets.UTF_8);
    }

    /** Returns one spelling for all URLs of an embedded database, and other URLs unchanged. */
    static String canonical(String url) {
        Optional<Path> file = hsqldbPath(url);
        if (file.isPresent()) {
            return HSQLDB_FILE + resolveLinks(file.get());
        }
        return memoryName(url).map(name -> HSQLDB_MEMORY + name).orElse(url);
    }

    /** Returns the name of an in-memory database; empty for other URLs. */
    public static Optional<String> memoryName(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        if (!lower.startsWith(HSQLDB_MEMORY)) {
            return Optional.empty();
        }
        return Optional.of(databasePart(lower.substring(HSQLDB_MEMORY.length())));
    }

    private static String databasePart(String text) {
        int end = text.indexOf(';');
        return end < 0 ? text : text.substring(0, end);
    }

    /** Returns a path without symbolic links in its folder, if the folder exists. */
    private static Path resolveLinks(Path path) {
        Path folder = path.getParent();
        try {
            return folder == null ? path : folder.toRealPath().resolve(path.getFileName());
        } catch (IOException e) {
            return path;
        }
    }

    public static boolean isHsqldb(String url) {
        return url.startsWith("jdbc:hsqldb:");
    }

    public static boolean isHsqldbInProcess(String url) {
        return isHsqldbFile(url) || memoryName(url).isPresent();
    }

    public static boolean isHsqldbFile(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith(HSQLDB_FILE);
    }

    /**
     * Returns the path of a database in files without file extensions; empty for other URLs. HSQLDB's {@code ~} is the
     * home directory.
     */
    public static Optional<Path> hsqldbPath(String url) {
        if (!isHsqldbFile(url)) {
            return Optional.empty();
        }
        String path = databasePart(url.substring(HSQLDB_FILE.length()));
        if (path.startsWith("~")) {
            path = System.getProperty("user.home") + path.substring(1);
        }
        return Optional.of(Path.of(path).toAbsolutePath().normalize());
    }

    public static boolean isEncrypted(String url) {
        return hasProperty(url, "crypt_key");
    }

    public static boolean hasProperty(String url, String key) {
        return url.toLowerCase(Locale.ROOT).contains(";" + key.toLowerCase(Locale.ROOT) + "=");
    }
}
