package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Locale;

/**
 * What answers to the protocol of PostgreSQL, by the text of its {@code version()}. Many databases do that are not
 * PostgreSQL; those in which messages would be lost, doubled or not found are refused by name, before anything is
 * created.
 */
enum ServerKind {

    /** PostgreSQL, or one that is built from it and kept its engine, as those of the large clouds are. */
    POSTGRESQL("PostgreSQL", ""),

    COCKROACHDB(
            "CockroachDB",
            "its SKIP LOCKED passes over rows that nobody has locked, so messages would not be found, and it has neither"
                    + " LISTEN nor the settings by which a standing node is ended"),

    YUGABYTEDB(
            "-YB-",
            "it changes tables outside of transactions, so a schema would stay half made when the node that makes it"
                    + " ends, its READ COMMITTED is another isolation unless it was switched on, and it does not tell by"
                    + " their numbers what has become of transactions"),

    REDSHIFT("Redshift", "it has no row locks and no indexes"),

    GREENPLUM("Greenplum", "it locks whole tables for an update, so one node would work at a time"),

    MATERIALIZE("Materialize", "it has neither updates in transactions nor row locks"),

    RISINGWAVE("RisingWave", "it has neither updates in transactions nor row locks"),

    CRATEDB("CrateDB", "it has no transactions"),

    QUESTDB("QuestDB", "it has no transactions");

    /** The oldest that is tested. */
    static final int OLDEST_VERSION = 14;

    private final String mark;
    private final String reason;

    ServerKind(String mark, String reason) {
        this.mark = mark;
        this.reason = reason;
    }

    /** By what {@code version()} says. One that is not known is taken for PostgreSQL. */
    static ServerKind of(String versionText) {
        String lower = versionText.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind != POSTGRESQL && lower.contains(kind.mark.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(POSTGRESQL);
    }

    /**
     * Refuses what is no PostgreSQL, and one that is too old.
     *
     * @param where names the database in messages
     * @throws StoreException if so, with the reason
     */
    static void requireSupported(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version()")) {
            row.next();
            require(row.getString(1), connection.getMetaData().getDatabaseMajorVersion(), where);
        }
    }

    static void require(String versionText, int majorVersion, String where) {
        ServerKind kind = of(versionText);
        if (kind != POSTGRESQL) {
            throw refused(
                    where + " is not PostgreSQL but \"" + versionText + "\", which is not supported: " + kind.reason);
        }
        if (majorVersion < OLDEST_VERSION) {
            throw refused(where + " is \"" + versionText + "\"; use PostgreSQL " + OLDEST_VERSION + " or later");
        }
    }

    private static StoreException refused(String text) {
        return new StoreException(Kind.FATAL, text, null);
    }
}
