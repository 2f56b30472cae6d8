package dev.restante.store.jdbc.mysql;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.UrlParameters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Options of MySQL's driver in a URL by which messages would be lost, doubled or waited for. */
final class DriverOptions {

    /** One server, by name or address; what follows is a database. */
    private static final Pattern ONE_SERVER = Pattern.compile("(?i)jdbc:mysql://[^,(/?]*(/.*|\\?.*)?");

    private static final Map<String, String> REFUSED = Map.of(
            "autoReconnect",
            "a lost session would be replaced by another in the middle of a transaction",
            "autoReconnectForPools",
            "a lost session would be replaced by another between two transactions, without what was set on it",
            "useLocalTransactionState",
            "a COMMIT is left out where the driver thinks that there is nothing to commit",
            "useAffectedRows",
            "batches would not tell which rows they have found");

    private DriverOptions() {}

    /**
     * Looks at a URL of this driver; those of others have other options.
     *
     * @throws StoreException if it has something dangerous, with the reason
     */
    static void check(String url, String where) {
        if (!url.toLowerCase(Locale.ROOT).startsWith("jdbc:mysql")) {
            return;
        }
        if (!ONE_SERVER.matcher(url).matches()) {
            throw refused(
                    where,
                    "it has to name one server, as in jdbc:mysql://HOST/DATABASE: a driver that chooses among several"
                            + " comes to another one than the other nodes, and goes back unasked. Let it be the address of"
                            + " the primary: of a router, a proxy, or the endpoint for writing");
        }
        REFUSED.forEach((option, reason) -> {
            if (values(url, option).stream().anyMatch(value -> !value.equalsIgnoreCase("false"))) {
                throw refused(where, "its option " + option + " is on, and " + reason + ": leave it out");
            }
        });
    }

    /** Values of an option in a URL, whatever its case. */
    static List<String> values(String url, String option) {
        return UrlParameters.take(url, "").taken().stream()
                .filter(parameter -> parameter.name().equalsIgnoreCase(option))
                .map(UrlParameters.Parameter::value)
                .toList();
    }

    private static StoreException refused(String where, String why) {
        return new StoreException(Kind.FATAL, where + " can't be used: " + why, null);
    }
}
