package dev.restante.store.jdbc.table;

import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleanup that releases or deletes rows of incarnations (runs of a node) that the store does not know. An incarnation
 * inserts its own row first and deletes it last, so no node would ever release such rows otherwise.
 */
final class OrphanedRows {

    private static final Logger LOG = LoggerFactory.getLogger(OrphanedRows.class);

    /** Statements that release all rows of one incarnation in a table, by the column that names the incarnation. */
    private static final Map<String, String> RELEASE_BY_COLUMN = Map.of(
            "restante_message_group.owner", JdbcMessageGroupRepository.RELEASE_ALL_OF_NODE,
            "restante_entity_using_node.incarnation", "DELETE FROM restante_entity_using_node WHERE incarnation = ?",
            "restante_in_flight_share.incarnation", "DELETE FROM restante_in_flight_share WHERE incarnation = ?");

    private OrphanedRows() {}

    /** Releases groups, users and in-flight shares of unknown incarnations; only reads if there are none. */
    static void release(Connection connection) throws SQLException {
        for (Map.Entry<String, String> end : RELEASE_BY_COLUMN.entrySet()) {
            String column = end.getKey();
            for (long incarnation : unknownIncarnations(connection, column)) {
                int released = Statements.update(connection, end.getValue(), incarnation);
                LOG.warn(
                        "Restante released {} rows of {} that belonged to incarnation {},"
                                + " because the store does not know this incarnation",
                        released,
                        column.substring(0, column.indexOf('.')),
                        incarnation);
            }
        }
    }

    private static List<Long> unknownIncarnations(Connection connection, String column) throws SQLException {
        String table = column.substring(0, column.indexOf('.'));
        return Statements.longs(
                connection,
                "SELECT DISTINCT " + column + " FROM " + table + " WHERE " + column
                        + " <> 0 AND NOT EXISTS (SELECT 1 FROM restante_node n WHERE n.incarnation = "
                        + column + ")");
    }
}
