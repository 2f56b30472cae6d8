package dev.restante.store.jdbc.table;

import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Remover of a dead node's released deliveries that a later value of the same key has replaced (LVQ-03). */
final class ReplacedValueRemover {

    /** Query that locks the row, so that a concurrent send of the key waits and then finds the released delivery. */
    private static final String LAST = "SELECT delivery FROM restante_last_value WHERE delivery = ?";

    private static final String VALUES = "SELECT id, message, only_delivery FROM restante_delivery WHERE id IN "
            + IdPages.PARAMETERS + " AND value_key IS NOT NULL AND owner = 0 AND state + 0 = 2";

    private static final String DELETE = "DELETE FROM restante_delivery WHERE id = ?";

    private ReplacedValueRemover() {}

    /**
     * Removes the released deliveries that a later value has replaced.
     *
     * @param forUpdate the end of a SELECT that locks its rows
     */
    static void remove(Connection connection, List<Long> releasedIds, String forUpdate) throws SQLException {
        SortedMap<Long, Integer> shared = new TreeMap<>();
        try (StatementCache statements = new StatementCache(connection)) {
            Statements.forEachOf(connection, VALUES, IdPages.of(releasedIds), row -> {
                if (!isLast(statements, row.getLong(1), forUpdate)) {
                    remove(statements, row, shared);
                }
            });
            SharedMessageRows.countDown(statements, shared);
        }
    }

    private static boolean isLast(StatementCache statements, long id, String forUpdate) throws SQLException {
        PreparedStatement last = statements.prepare(LAST + forUpdate);
        last.setLong(1, id);
        try (ResultSet row = last.executeQuery()) {
            return row.next();
        }
    }

    private static void remove(StatementCache statements, ResultSet row, SortedMap<Long, Integer> shared)
            throws SQLException {
        long id = row.getLong(1);
        long messageId = row.getLong(2);
        boolean onlyDelivery = row.getBoolean(3);
        PreparedStatement delete = statements.prepare(DELETE);
        delete.setLong(1, id);
        delete.executeUpdate();
        if (onlyDelivery) {
            PreparedStatement message = statements.prepare(DeliveryRows.DELETE_MESSAGE);
            message.setLong(1, messageId);
            message.executeUpdate();
        } else {
            shared.merge(messageId, 1, Integer::sum);
        }
    }
}
