package dev.restante.store.jdbc.mariadb;

import java.util.Arrays;
import java.util.List;

/**
 * Split of a JDBC URL that names several servers into one URL for each server. The driver would otherwise choose a
 * server itself, and move an open connection to another server.
 */
final class ServerUrls {

    private static final String HOSTS = "//";
    private static final String PREFIX = "jdbc:mariadb:";

    private ServerUrls() {}

    /** Returns the URLs in order, or the URL itself if it names one server. */
    static List<String> of(String url) {
        int begin = url.indexOf(HOSTS);
        if (begin < 0) {
            return List.of(url);
        }
        int from = begin + HOSTS.length();
        int end = from;
        while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
            end++;
        }
        String rest = url.substring(end);
        List<String> hosts = Arrays.stream(url.substring(from, end).split(","))
                .map(String::trim)
                .filter(host -> !host.isEmpty())
                .toList();
        return hosts.size() < 2
                ? List.of(url)
                : hosts.stream().map(host -> PREFIX + HOSTS + host + rest).toList();
    }
}
