package dev.restante.store.jdbc.connect;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Masking of passwords and other possible secrets in JDBC URLs for logs and messages. */
public final class UrlSecrets {

    private static final Pattern PARAMETER = Pattern.compile("([?&;])(?:([\\w.$%-]*)=)?([^?&;]*)");

    /** Parameters that identify the database or describe the connection, and never contain a secret. */
    private static final Pattern NOT_SECRET = Pattern.compile(
            "(?i)user|currentSchema|ssl|sslmode|applicationName|targetServerType"
                    + "|loadBalanceHosts|(connect|socket|login)Timeout|tcpKeepAlive|(default|get_column)_\\w+|ifexists|shutdown|hsqldb\\.\\w+");

    /**
     * Password after a character that begins no parameters, so that a driver would take it for a part of another value.
     */
    private static final Pattern MISPLACED_PASSWORD = Pattern.compile("(?i)((?:pas+\\w*|pwd|\\w*secret)\\s*=)[^;?&]*");

    /**
     * Oracle URL, whose user and password precede an {@code @}, which the password may contain or which may be missing.
     */
    private static final Pattern ORACLE = Pattern.compile("(?is)^(jdbc:oracle:(?:(?:thin|oci8?|kprb):)?).+");

    private static final Pattern BEFORE_USER = Pattern.compile("^(?:[^/?;@]*//|jdbc:[^:@]*:|)");
    private static final Pattern HOST_AND_PORT = Pattern.compile("^[^?;]*//[^/?;:]*(?::\\d*)?(?:[/?;].*)?$");
    private static final Pattern BEFORE_HOST = Pattern.compile("^(?:[^/?;&]*//|jdbc:postgresql:)");

    /** IPv6 address, or a text after a colon that is no port and may be a password without its {@code @}. */
    private static final Pattern NO_PORT = Pattern.compile("(\\[[^\\]]*])|:(?!\\d*(?:[,/]|$)).*");

    private static final Pattern MASKED_PARAMETER = Pattern.compile("(?<=[?&;])[\\w.$%-]+=\\*\\*\\*[&;]");
    private static final Pattern LAST_MASKED_PARAMETER = Pattern.compile("[?&;][\\w.$%-]+=\\*\\*\\*$");

    private UrlSecrets() {}

    /**
     * Returns a URL for messages without its masked parameters. The URL of a data source can contain all properties of
     * the driver, as with PostgreSQL, which would make each message unreadable.
     */
    public static String maskShort(String url) {
        String shown = MASKED_PARAMETER.matcher(mask(url)).replaceAll("");
        return LAST_MASKED_PARAMETER.matcher(shown).replaceAll("");
    }

    /**
     * Returns a URL for messages. Masks the values of all parameters that are not known to be harmless, because each
     * may be a misspelt password. Masks the text before an {@code @}, and after a colon if it is no port. In unknown
     * URLs, it rather masks too much, because the end of the password is unknown.
     */
    public static String mask(String url) {
        Matcher oracle = ORACLE.matcher(url);
        if (oracle.matches()) {
            return oracle.group(1) + "***";
        }
        String shown = JdbcUrls.isHsqldbInProcess(url) ? url : maskInvalidPort(withoutUserInfo(url));
        int end = endOfHead(shown);
        return MISPLACED_PASSWORD.matcher(shown.substring(0, end)).replaceAll("$1***")
                + PARAMETER
                        .matcher(shown.substring(end))
                        .replaceAll(found -> Matcher.quoteReplacement(parameter(found)));
    }

    private static String parameter(MatchResult found) {
        String name = found.group(2);
        if (name == null) {
            return found.group(1) + (found.group(3).isEmpty() ? "" : "***");
        }
        return found.group(1) + name + "=" + (NOT_SECRET.matcher(name).matches() ? found.group(3) : "***");
    }

    static boolean hasUserBeforeHost(String url) {
        return (url.startsWith("jdbc:postgresql:") || url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:"))
                && !withoutUserInfo(url).equals(url);
    }

    private static String withoutUserInfo(String url) {
        int end = endOfHead(url);
        int at = url.lastIndexOf('@', end);
        if (at < 0 && !HOST_AND_PORT.matcher(url).matches()) {
            // The apparent beginning of the parameters may belong to a password.
            at = url.lastIndexOf('@');
        }
        if (at < 0) {
            return url;
        }
        Matcher before = BEFORE_USER.matcher(url);
        int begin = before.find() ? before.end() : 0;
        return url.substring(0, Math.min(begin, at)) + "***" + url.substring(at);
    }

    private static String maskInvalidPort(String url) {
        Matcher before = BEFORE_HOST.matcher(url);
        if (!before.find()) {
            return url;
        }
        int end = endOfHead(url);
        return url.substring(0, before.end())
                + NO_PORT.matcher(url.substring(before.end(), end))
                        .replaceAll(found -> found.group(1) == null ? ":***" : Matcher.quoteReplacement(found.group(1)))
                + url.substring(end);
    }

    private static int endOfHead(String url) {
        for (int index = 0; index < url.length(); index++) {
            char unit = url.charAt(index);
            if (unit == ';' || ((unit == '?' || unit == '&') && !JdbcUrls.isHsqldb(url))) {
                return index;
            }
        }
        return url.length();
    }
}
