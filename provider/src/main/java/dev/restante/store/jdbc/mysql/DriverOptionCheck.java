package dev.restante.store.jdbc.mysql;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.UrlParameters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Check of a MySQL JDBC URL for driver options by which messages could be lost, duplicated or delayed. */
final class DriverOptionCheck {

    /** URL with exactly one server; the text after it is the database. */
    private static final Pattern ONE_SERVER = Pattern.compile("(?i)jdbc:mysql://[^,(/?]*(/.*|\\?.*)?");

    private static final Map<String, String> FORBIDDEN = Map.of(
            "autoReconnect",
            "the driver would replace a lost session in the middle of a transaction",
            "autoReconnectForPools",
            "the driver would replace a lost session between two transactions, without the settings of the session",
            "useLocalTransactionState",
            "the driver would skip a COMMIT that it considers unnecessary",
            "useAffectedRows",
            "the driver would not report which rows a batch has found");

    private DriverOptionCheck() {}

    /**
     * Checks a URL of MySQL's driver; URLs of other drivers have other options.
     *
     * @throws StoreException if the URL has a dangerous option, with the reason
     */
    static void check(String url, String databaseName) {
        if (!url.toLowerCase(Locale.ROOT).startsWith("jdbc:mysql")) {
            return;
        }
        if (!ONE_SERVER.matcher(url).matches()) {
            throw unsupported(
                    databaseName,
                    "the URL must name one server, as in jdbc:mysql://HOST/DATABASE. With several servers, the drivers"
                            + " of the nodes may choose different servers, and may switch back at any time. Use the"
                            + " address of the primary, a router, a proxy or the writer endpoint");
        }
        FORBIDDEN.forEach((option, reason) -> {
            if (values(url, option).stream().anyMatch(value -> !value.equalsIgnoreCase("false"))) {
                throw unsupported(
                        databaseName, "its option " + option + " is on, and " + reason + ". Remove the option");
            }
        });
    }

    /** Returns the values of an option in a URL, ignoring case. */
    static List<String> values(String url, String option) {
        return UrlParameters.extract(url, "").extracted().stream()
                .filter(parameter -> parameter.name().equalsIgnoreCase(option))
                .map(UrlParameters.Parameter::value)
                .toList();
    }

    private static StoreException unsupported(String databaseName, String reason) {
        return new StoreException(StoreFailureKind.FATAL, databaseName + " cannot be used: " + reason, null);
    }
}
