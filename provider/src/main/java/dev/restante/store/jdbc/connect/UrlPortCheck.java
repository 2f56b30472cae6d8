package dev.restante.store.jdbc.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Check of the port numbers in a server's JDBC URL, because drivers report a wrong port in unclear ways. */
public final class UrlPortCheck {

    private static final Pattern HOSTS = Pattern.compile("jdbc:(?:postgresql|mariadb|mysql):[^/?]*//([^/?]*)");
    private static final Pattern HOST = Pattern.compile("(?:\\[[^\\]]*\\]|[^\\[\\]:]*):(.*)");
    private static final Pattern IN_PARENTHESES = Pattern.compile("(?i)\\(port=([^)]*)\\)");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,5}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\p{Nd}{1,20}");
    private static final int MAX_PORT = 65_535;

    private UrlPortCheck() {}

    /**
     * Checks that the ports in a URL are within 1 to 65535.
     *
     * @throws IllegalArgumentException if one is not
     */
    public static void check(String url) {
        for (String port : ports(url)) {
            if (!DIGITS.matcher(port).matches() || Integer.parseInt(port) < 1 || Integer.parseInt(port) > MAX_PORT) {
                // Any other text may be the password of a user before the host.
                String shown = NUMBER.matcher(port).matches() ? "port " + port : "port";
                throw new IllegalArgumentException("its " + shown + " is not a number from 1 to " + MAX_PORT);
            }
        }
    }

    private static List<String> ports(String url) {
        List<String> ports = new ArrayList<>();
        Matcher hosts = HOSTS.matcher(url);
        if (hosts.lookingAt()) {
            Matcher written = IN_PARENTHESES.matcher(hosts.group(1));
            while (written.find()) {
                ports.add(written.group(1));
            }
            if (hosts.group(1).indexOf('(') < 0) {
                for (String host : hosts.group(1).split(",", -1)) {
                    Matcher parts = HOST.matcher(host.strip());
                    if (parts.matches()) {
                        ports.add(parts.group(1));
                    }
                }
            }
        }
        return ports;
    }
}
