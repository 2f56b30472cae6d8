package dev.restante.store.jdbc.connect;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what may be a secret in JDBC URLs. */
public final class UrlSecrets {

    private static final Pattern PARAMETER = Pattern.compile("([?&;])(?:([\\w.$%-]*)=)?([^?&;]*)");

    /** Parameters that tell databases apart or say how they are reached, and that nobody keeps a secret. */
    private static final Pattern HARMLESS = Pattern.compile(
            "(?i)user|currentSchema|ssl|sslmode|applicationName|targetServerType"
                    + "|loadBalanceHosts|(connect|socket|login)Timeout|tcpKeepAlive|(default|get_column)_\\w+|ifexists|shutdown|hsqldb\\.\\w+");

    /** One that follows a mark which begins no parameters, so that a driver takes it for a part of something else. */
    private static final Pattern MISPLACED_PASSWORD = Pattern.compile("(?i)((?:pas+\\w*|pwd|\\w*secret)\\s*=)[^;?&]*");

    /** Oracle's user and password stand before an {@code @} that the password may contain, too, or that is missing. */
    private static final Pattern ORACLE = Pattern.compile("(?is)^(jdbc:oracle:(?:(?:thin|oci8?|kprb):)?).+");

    private static final Pattern BEFORE_USER = Pattern.compile("^(?:[^/?;@]*//|jdbc:[^:@]*:|)");
    private static final Pattern HOST_AND_PORT = Pattern.compile("^[^?;]*//[^/?;:]*(?::\\d*)?(?:[/?;].*)?$");
    private static final Pattern BEFORE_HOST = Pattern.compile("^(?:[^/?;&]*//|jdbc:postgresql:)");

    /** An address of the sixth version, or what can't be a port: perhaps a password whose {@code @} is missing. */
    private static final Pattern NO_PORT = Pattern.compile("(\\[[^\\]]*])|:(?!\\d*(?:[,/]|$)).*");

    private UrlSecrets() {}

    /**
     * A URL for messages: without the values of parameters that are not known to be harmless, as each may be a
     * password, if only a misspelt one, and without what stands before an {@code @}, or behind a colon where that can't
     * be a port. Of what nobody understands nobody knows where its password ends, so rather too much is left out.
     */
    public static String without(String url) {
        Matcher oracle = ORACLE.matcher(url);
        if (oracle.matches()) {
            return oracle.group(1) + "***";
        }
        String shown = UrlText.isHsqldbInProcess(url) ? url : withoutFalsePort(withoutUserInfo(url));
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
        return found.group(1) + name + "=" + (HARMLESS.matcher(name).matches() ? found.group(3) : "***");
    }

    static boolean hasUserBeforeHost(String url) {
        return (url.startsWith("jdbc:postgresql:") || url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:"))
                && !withoutUserInfo(url).equals(url);
    }

    private static String withoutUserInfo(String url) {
        int end = endOfHead(url);
        int at = url.lastIndexOf('@', end);
        if (at < 0 && !HOST_AND_PORT.matcher(url).matches()) {
            // What looks like the begin of the parameters may belong to a password.
            at = url.lastIndexOf('@');
        }
        if (at < 0) {
            return url;
        }
        Matcher before = BEFORE_USER.matcher(url);
        int begin = before.find() ? before.end() : 0;
        return url.substring(0, Math.min(begin, at)) + "***" + url.substring(at);
    }

    private static String withoutFalsePort(String url) {
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
            if (unit == ';' || ((unit == '?' || unit == '&') && !UrlText.isHsqldb(url))) {
                return index;
            }
        }
        return url.length();
    }
}
