package dev.restante.store.jdbc.mysql;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.rows.ServerVariables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Check of a MySQL server's replication settings on which the safety of confirmed messages depends. */
final class ReplicationCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReplicationCheck.class);

    /** Query of the settings; some servers have only a part of them. */
    private static final String VARIABLES = "SHOW VARIABLES WHERE Variable_name IN ('log_bin', 'sync_binlog',"
            + " 'binlog_format', 'group_replication_group_name', 'group_replication_single_primary_mode',"
            + " 'group_replication_consistency')";

    private ReplicationCheck() {}

    /**
     * Checks a server.
     *
     * @throws StoreException if messages would be lost or duplicated with its settings
     */
    static void requireSafe(Connection connection, String databaseName) throws SQLException {
        requireSafe(ServerVariables.of(connection, VARIABLES), databaseName);
    }

    static void requireSafe(Map<String, String> variables, String databaseName) {
        if (is(variables, "log_bin", "ON")) {
            if (is(variables, "binlog_format", "STATEMENT")) {
                throw unsupported(
                        databaseName,
                        "it has binlog_format = STATEMENT, with which it rejects changes"
                                + " of READ COMMITTED transactions. Set it to ROW");
            }
            if (!is(variables, "sync_binlog", "1")) {
                LOGGER.warn(
                        "{} has a binary log with sync_binlog = {}. Sent messages may be"
                                + " lost if its machine fails. Set sync_binlog to 1.",
                        databaseName,
                        variables.get("sync_binlog"));
            }
        }
        if (variables.getOrDefault("group_replication_group_name", "").isEmpty()) {
            return;
        }
        if (is(variables, "group_replication_single_primary_mode", "OFF")) {
            throw unsupported(
                    databaseName,
                    "its replication group has several primaries, which do not share row locks. Use a single primary"
                            + " (group_replication_single_primary_mode = ON)");
        }
        if (is(variables, "group_replication_consistency", "EVENTUAL")) {
            throw unsupported(
                    databaseName,
                    "it has group_replication_consistency = EVENTUAL, with which a new primary may report a committed"
                            + " batch as missing until it has received"
                            + " the batch. Set it to BEFORE_ON_PRIMARY_FAILOVER");
        }
    }

    private static boolean is(Map<String, String> variables, String name, String value) {
        return value.equalsIgnoreCase(variables.get(name));
    }

    private static StoreException unsupported(String databaseName, String reason) {
        return new StoreException(StoreFailureKind.FATAL, databaseName + " cannot be used: " + reason, null);
    }
}
