package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Databases that speak the PostgreSQL protocol, recognized by the text of {@code version()}. Databases on which
 * messages would be lost, duplicated or not found are rejected by name, before Restante creates anything.
 */
enum PostgresServerKind {

    /** PostgreSQL, or a database with its engine, such as the PostgreSQL services of the large clouds. */
    POSTGRESQL("PostgreSQL", ""),

    COCKROACHDB(
            "CockroachDB",
            "its SKIP LOCKED skips rows without locks, so messages would not be found, and it has neither LISTEN nor"
                    + " the timeouts that end sessions of a hanging node"),

    YUGABYTEDB(
            "-YB-",
            "it changes tables outside of transactions, so a failing node would leave an incomplete schema, its READ"
                    + " COMMITTED is another isolation level by default, and it does not"
                    + " report the status of transactions by their ids"),

    REDSHIFT("Redshift", "it has no row locks and no indexes"),

    GREENPLUM("Greenplum", "it locks whole tables for an update, so only one node at a time could write"),

    MATERIALIZE("Materialize", "it has neither updates in transactions nor row locks"),

    RISINGWAVE("RisingWave", "it has neither updates in transactions nor row locks"),

    CRATEDB("CrateDB", "it has no transactions"),

    QUESTDB("QuestDB", "it has no transactions");

    /** Oldest tested version. */
    static final int MIN_VERSION = 14;

    private final String versionMark;
    private final String rejectionReason;

    PostgresServerKind(String versionMark, String rejectionReason) {
        this.versionMark = versionMark;
        this.rejectionReason = rejectionReason;
    }

    /** Returns the kind for a text of {@code version()}; an unknown text counts as PostgreSQL. */
    static PostgresServerKind of(String versionText) {
        String lower = versionText.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind != POSTGRESQL && lower.contains(kind.versionMark.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(POSTGRESQL);
    }

    /**
     * Rejects databases other than PostgreSQL, and versions that are too old.
     *
     * @param databaseName the name of the database in messages
     * @throws StoreException with the reason, if the database is rejected
     */
    static void requireSupported(Connection connection, String databaseName) throws SQLException {
        String text = Statements.first(connection, "SELECT version()", row -> row.getString(1))
                .orElseThrow();
        require(text, connection.getMetaData().getDatabaseMajorVersion(), databaseName);
    }

    static void require(String versionText, int majorVersion, String databaseName) {
        PostgresServerKind kind = of(versionText);
        if (kind != POSTGRESQL) {
            throw unsupported(databaseName + " is not PostgreSQL but \"" + versionText + "\", which is not supported: "
                    + kind.rejectionReason);
        }
        if (majorVersion < MIN_VERSION) {
            throw unsupported(
                    databaseName + " is \"" + versionText + "\". Use PostgreSQL " + MIN_VERSION + " or later");
        }
    }

    private static StoreException unsupported(String text) {
        return new StoreException(StoreFailureKind.FATAL, text, null);
    }
}
