package dev.restante.store.jdbc.mysql;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The databases that speak the protocol of MySQL, by the text of their {@code version()} and what their
 * {@code version_comment} adds. Many are not MySQL; those in which messages would be lost, doubled or not found are
 * refused by name, before anything is created.
 */
enum ServerKind {

    /** MySQL, or one that is built from it and kept its engine, as Percona's is and those of the large clouds are. */
    MYSQL("MySQL", "", ""),

    MARIADB("MariaDB", "mariadb", "use MariaDB's driver, org.mariadb.jdbc:mariadb-java-client, and jdbc:mariadb:"),

    TIDB("TiDB", "tidb", "its SKIP LOCKED locks nothing, so messages would be delivered twice"),

    VITESS("Vitess", "vitess", "a transaction over several of its shards may be committed in part"),

    PLANETSCALE("PlanetScale", "planetscale", "a transaction over several of its shards may be committed in part"),

    SINGLESTORE("SingleStore", "singlestore", "it has no foreign keys, and nobody has looked at how it locks rows"),

    OCEANBASE("OceanBase", "oceanbase", "nobody has looked at how it locks rows"),

    STARROCKS("StarRocks", "starrocks", "it has no row locks"),

    DORIS("Doris", "doris", "it has no row locks"),

    DOLT("Dolt", "dolt", "its row locks wait for nobody"),

    MATRIXONE("MatrixOne", "matrixone", "nobody has looked at how it locks rows"),

    POLARDB_X("PolarDB-X", "tddl", "nobody has looked at how it locks rows"),

    CLICKHOUSE("ClickHouse", "clickhouse", "it has no transactions"),

    NDB("MySQL Cluster", "ndb", "each of its servers keeps InnoDB tables for itself"),

    XTRADB_CLUSTER(
            "Percona XtraDB Cluster",
            "xtradb cluster",
            "its servers don't see each other's locks, and that all nodes write to the same one is checked on MariaDB only");

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*", Pattern.DOTALL);

    /** The first with a binary collation that pads nothing. */
    private static final int[] OLDEST = {8, 0, 17};

    private final String title;
    private final String mark;
    private final String reason;

    ServerKind(String title, String mark, String reason) {
        this.title = title;
        this.mark = mark;
        this.reason = reason;
    }

    /** By what it says of itself. One that is not known is taken for MySQL. */
    static ServerKind of(String version, String comment) {
        String said = version.toLowerCase(Locale.ROOT);
        String all = said + " " + comment.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind != MYSQL)
                .filter(kind -> (kind == MARIADB ? said : all).contains(kind.mark))
                .findFirst()
                .orElse(MYSQL);
    }

    /**
     * Refuses what is no MySQL, and one that is too old.
     *
     * @param where names the database in messages
     * @throws StoreException if so, with the reason
     */
    static void requireSupported(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION(), @@version_comment")) {
            row.next();
            require(row.getString(1), row.getString(2), where);
        }
    }

    static void require(String version, String comment, String where) {
        String text = version + " " + comment;
        ServerKind kind = of(version, comment);
        if (kind != MYSQL) {
            throw refused(where + " is not MySQL but " + kind.title + " (\"" + text + "\"), which is not supported: "
                    + kind.reason);
        }
        Matcher found = VERSION.matcher(version);
        if (!found.matches() || isTooOld(found)) {
            throw refused(where + " is MySQL \"" + text + "\"; 8.0.17 or later is needed");
        }
    }

    private static boolean isTooOld(Matcher version) {
        int[] numbers = new int[OLDEST.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.parseInt(version.group(i + 1));
        }
        return Arrays.compare(numbers, OLDEST) < 0;
    }

    private static StoreException refused(String text) {
        return new StoreException(Kind.FATAL, text, null);
    }
}
