package dev.restante.store.jdbc.mysql;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.rows.NamedValues;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a server copies its changes to others, as far as what was confirmed depends on it. */
final class Replication {

    private static final Logger LOGGER = LoggerFactory.getLogger(Replication.class);

    /** Not all servers have all of them. */
    private static final String VARIABLES = "SHOW VARIABLES WHERE Variable_name IN ('log_bin', 'sync_binlog',"
            + " 'binlog_format', 'group_replication_group_name', 'group_replication_single_primary_mode',"
            + " 'group_replication_consistency')";

    private Replication() {}

    /**
     * Looks at a server.
     *
     * @throws StoreException if messages would be lost or doubled by the way in which it is set up
     */
    static void check(Connection connection, String where) throws SQLException {
        check(NamedValues.of(connection, VARIABLES), where);
    }

    static void check(Map<String, String> variables, String where) {
        if (is(variables, "log_bin", "ON")) {
            if (is(variables, "binlog_format", "STATEMENT")) {
                throw refused(
                        where,
                        "it has binlog_format = STATEMENT, by which it refuses changes of READ COMMITTED transactions; set"
                                + " it to ROW");
            }
            if (!is(variables, "sync_binlog", "1")) {
                LOGGER.warn(
                        "{} has a binary log with sync_binlog = {}: what was sent may be lost when its machine fails; set it"
                                + " to 1",
                        where,
                        variables.get("sync_binlog"));
            }
        }
        if (variables.getOrDefault("group_replication_group_name", "").isEmpty()) {
            return;
        }
        if (is(variables, "group_replication_single_primary_mode", "OFF")) {
            throw refused(
                    where,
                    "its group has several primaries, which don't see each other's locks; let it have a single one"
                            + " (group_replication_single_primary_mode = ON)");
        }
        if (is(variables, "group_replication_consistency", "EVENTUAL")) {
            throw refused(
                    where,
                    "it has group_replication_consistency = EVENTUAL, by which a new primary may say that a batch was not"
                            + " committed that it only has not seen yet; set it to BEFORE_ON_PRIMARY_FAILOVER");
        }
    }

    private static boolean is(Map<String, String> variables, String name, String value) {
        return value.equalsIgnoreCase(variables.get(name));
    }

    private static StoreException refused(String where, String why) {
        return new StoreException(Kind.FATAL, where + " can't be used: " + why, null);
    }
}
