package dev.restante.store.jdbc.mysql;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Databases that speak the MySQL protocol, with the reason why each other than MySQL is not supported. They are
 * recognized by {@code version()} and {@code version_comment}. Databases in which messages would be lost, duplicated or
 * not found are rejected before any table is created.
 */
enum MySqlServerKind {

    /** MySQL, or a database with its storage engine, such as Percona Server and the MySQL services of large clouds. */
    MYSQL("MySQL", "", ""),

    MARIADB("MariaDB", "mariadb", "use the driver org.mariadb.jdbc:mariadb-java-client and a URL with jdbc:mariadb:"),

    TIDB("TiDB", "tidb", "its SKIP LOCKED locks nothing, so messages would be delivered twice"),

    VITESS("Vitess", "vitess", "a transaction over several of its shards may commit partially"),

    PLANETSCALE("PlanetScale", "planetscale", "a transaction over several of its shards may commit partially"),

    SINGLESTORE("SingleStore", "singlestore", "it has no foreign keys, and its row locks are untested"),

    OCEANBASE("OceanBase", "oceanbase", "its row locks are untested"),

    STARROCKS("StarRocks", "starrocks", "it has no row locks"),

    DORIS("Doris", "doris", "it has no row locks"),

    DOLT("Dolt", "dolt", "its row locks do not wait for other transactions"),

    MATRIXONE("MatrixOne", "matrixone", "its row locks are untested"),

    POLARDB_X("PolarDB-X", "tddl", "its row locks are untested"),

    CLICKHOUSE("ClickHouse", "clickhouse", "it has no transactions"),

    NDB("MySQL Cluster", "ndb", "its servers do not share InnoDB tables"),

    XTRADB_CLUSTER(
            "Percona XtraDB Cluster",
            "xtradb cluster",
            "its servers do not share row locks, and Restante can direct all nodes to"
                    + " one server of a Galera cluster on MariaDB only");

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*", Pattern.DOTALL);

    /** First version with a binary collation without padding. */
    private static final int[] MIN_VERSION = {8, 0, 17};

    private final String title;
    private final String versionMark;
    private final String rejectionReason;

    MySqlServerKind(String title, String versionMark, String rejectionReason) {
        this.title = title;
        this.versionMark = versionMark;
        this.rejectionReason = rejectionReason;
    }

    /** Returns the kind of a server by its texts; an unknown server counts as MySQL. */
    static MySqlServerKind of(String version, String comment) {
        String said = version.toLowerCase(Locale.ROOT);
        String all = said + " " + comment.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind != MYSQL)
                .filter(kind -> (kind == MARIADB ? said : all).contains(kind.versionMark))
                .findFirst()
                .orElse(MYSQL);
    }

    /**
     * Rejects other databases and old versions of MySQL.
     *
     * @param databaseName name of the database in messages
     * @throws StoreException with the reason of the rejection
     */
    static void requireSupported(Connection connection, String databaseName) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION(), @@version_comment")) {
            row.next();
            require(row.getString(1), row.getString(2), databaseName);
        }
    }

    static void require(String version, String comment, String databaseName) {
        String text = version + " " + comment;
        MySqlServerKind kind = of(version, comment);
        if (kind != MYSQL) {
            throw unsupported(databaseName + " is not MySQL but " + kind.title + " (\"" + text
                    + "\"), which is not supported: " + kind.rejectionReason);
        }
        Matcher found = VERSION.matcher(version);
        if (!found.matches() || isTooOld(found)) {
            throw unsupported(databaseName + " is MySQL \"" + text + "\". Use MySQL 8.0.17 or later");
        }
    }

    private static boolean isTooOld(Matcher version) {
        int[] numbers = new int[MIN_VERSION.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.parseInt(version.group(i + 1));
        }
        return Arrays.compare(numbers, MIN_VERSION) < 0;
    }

    private static StoreException unsupported(String text) {
        return new StoreException(StoreFailureKind.FATAL, text, null);
    }
}
