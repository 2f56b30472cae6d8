package dev.restante.store.jdbc.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows of incarnations that the store has no row of. An incarnation enters its own row before all others, and leaves it
 * until all others are gone, so no node will ever release such a row.
 */
final class StrayRows {

    private static final Logger LOG = LoggerFactory.getLogger(StrayRows.class);

    /** Statements that give up all that one incarnation has in a table, by the column that names it. */
    private static final Map<String, String> ENDS = Map.of(
            "restante_message_group.owner", JdbcMessageGroupRepository.RELEASE_ALL,
            "restante_entity_user.incarnation", "DELETE FROM restante_entity_user WHERE incarnation = ?",
            "restante_quota_share.incarnation", "DELETE FROM restante_quota_share WHERE incarnation = ?");

    private StrayRows() {}

    /** Releases groups, uses and quota shares of unknown incarnations. Reads only, where there are none. */
    static void release(Connection connection) throws SQLException {
        for (Map.Entry<String, String> end : ENDS.entrySet()) {
            String column = end.getKey();
            for (long incarnation : unknown(connection, column)) {
                int released = EntityRemoval.update(connection, end.getValue(), incarnation);
                LOG.warn(
                        "Released {} rows of {}: incarnation {} has them, and the store has no such node",
                        released,
                        column.substring(0, column.indexOf('.')),
                        incarnation);
            }
        }
    }

    private static List<Long> unknown(Connection connection, String column) throws SQLException {
        String table = column.substring(0, column.indexOf('.'));
        List<Long> unknown = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement("SELECT DISTINCT " + column + " FROM " + table
                        + " WHERE " + column
                        + " <> 0 AND NOT EXISTS (SELECT 1 FROM restante_node n WHERE n.incarnation = "
                        + column + ")");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                unknown.add(rows.getLong(1));
            }
        }
        return unknown;
    }
}
