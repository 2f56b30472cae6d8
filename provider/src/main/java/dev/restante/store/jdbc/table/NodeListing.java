package dev.restante.store.jdbc.table;

import dev.restante.store.Membership.StoredNode;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * List of the nodes for administrators, with the number of deliveries that each holds. Counting reads an index entry
 * for each acquired delivery.
 */
public final class NodeListing {

    private static final String NODES =
            """
            SELECT n.incarnation, n.name, n.restante_version, n.lease_until, n.alive, n.awaited_entities,
              (SELECT COALESCE(SUM(s.acquired + s.without_row), 0) FROM restante_prefetch_count s
               WHERE s.incarnation = n.incarnation)
            FROM restante_node n ORDER BY n.incarnation""";

    private static final String ACQUIRED =
            """
            SELECT d.owner, COUNT(*) FROM restante_entity e
            JOIN restante_delivery d ON d.entity = e.id AND d.state = 3
            GROUP BY d.owner""";

    private static final String NAMES = "SELECT incarnation, name FROM restante_node";

    private NodeListing() {}

    static List<StoredNode> read(Connection connection) throws SQLException {
        Map<Long, Long> acquired = acquired(connection);
        return Statements.list(
                connection,
                NODES,
                row -> new StoredNode(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getBoolean(5),
                        entities(row.getString(6)),
                        acquired.getOrDefault(row.getLong(1), 0L),
                        row.getLong(7)));
    }

    /** Returns the names of all nodes by incarnation; they are few. */
    public static Map<Long, String> names(Connection connection) throws SQLException {
        Map<Long, String> names = new HashMap<>();
        Statements.forEach(connection, NAMES, row -> names.put(row.getLong(1), row.getString(2)));
        return names;
    }

    private static int entities(@Nullable String waiting) {
        return waiting == null || waiting.isBlank() ? 0 : waiting.strip().split(" +").length;
    }

    private static Map<Long, Long> acquired(Connection connection) throws SQLException {
        Map<Long, Long> acquired = new HashMap<>();
        Statements.forEach(connection, ACQUIRED, row -> acquired.put(row.getLong(1), row.getLong(2)));
        return acquired;
    }
}
