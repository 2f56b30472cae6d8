package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.DeliveryInspector.GroupOwners;
import dev.restante.store.DeliveryInspector.StoredGroupCounts;
import dev.restante.store.DeliveryInspector.StoredGroupPage;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.table.NodeListing;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reader of the message groups of an entity for administrators. An index of groups does not exist, because no other
 * read needs one. The database reads a limited number of deliveries of each state along the order index and groups
 * them. Pages follow its order of group ids.
 */
final class GroupReader {

    private static final List<DeliveryState> STATES = List.of(
            DeliveryState.SCHEDULED,
            DeliveryState.AVAILABLE,
            DeliveryState.ACQUIRED,
            DeliveryState.DEFERRED,
            DeliveryState.PREPARED_SETTLE);

    private static final String OF_STATE = " FROM restante_delivery WHERE entity = ? AND state = ?";

    private static final String ACCEPTED = "SELECT group_id, 0 AS state, 0 AS owner, owner AS keeper,"
            + " CASE WHEN state IS NULL THEN 0 ELSE 1 END AS stated FROM ("
            + "SELECT group_id, owner, state FROM restante_message_group WHERE entity = ? AND group_id > ?"
            + " ORDER BY entity, group_id LIMIT ?) kept";

    private static final String COUNTED = "SELECT group_id,"
            + " SUM(CASE WHEN state = 2 THEN 1 ELSE 0 END), SUM(CASE WHEN state = 3 THEN 1 ELSE 0 END),"
            + " SUM(CASE WHEN state = 3 AND owner = ? THEN 1 ELSE 0 END), SUM(CASE WHEN state = 1 THEN 1 ELSE 0 END),"
            + " SUM(CASE WHEN state = 4 THEN 1 ELSE 0 END), SUM(CASE WHEN state = 6 THEN 1 ELSE 0 END),"
            + " MAX(CASE WHEN state = 3 THEN owner ELSE 0 END), MAX(keeper), MAX(stated) FROM (";

    private static final String A_PAGE = ") together GROUP BY group_id ORDER BY group_id LIMIT ?";

    private static final String ACCEPTED_BY =
            "SELECT owner FROM restante_message_group WHERE entity = ? AND group_id = ?";

    /** Query along the order index that reads acquired deliveries only. */
    private static final String OWNER =
            "SELECT MAX(owner) FROM restante_delivery" + " WHERE entity = ? AND state = 3 AND group_id = ? AND id <> ?";

    private final String counted;
    private final String beyond;

    GroupReader(Dialect dialect) {
        String inOrder =
                OF_STATE + " ORDER BY entity, state, precedence, queue_position, " + dialect.idOrderExpression();
        StringBuilder union = new StringBuilder();
        for (DeliveryState state : STATES) {
            union.append("SELECT group_id, state, owner, 0 AS keeper, 0 AS stated FROM (SELECT group_id, state, owner")
                    .append(inOrder)
                    .append(" LIMIT ?")
                    .append(dialect.useIndexHint())
                    .append(") looked")
                    .append(state.code())
                    .append(" WHERE group_id > ? UNION ALL ");
        }
        counted = COUNTED + union + ACCEPTED + A_PAGE;
        beyond = "SELECT 1" + inOrder + " LIMIT 1 OFFSET ?" + dialect.useIndexHint();
    }

    /**
     * Returns a page. {@code directDeliveries} are deliveries that have no ordinary row yet, which only an exclusive
     * store has.
     */
    StoredGroupPage page(
            Connection connection,
            List<Delivery> directDeliveries,
            long entityId,
            String after,
            int limit,
            int maxReadsPerState,
            long incarnation)
            throws SQLException {
        // One more group than requested shows whether further groups follow.
        List<StoredGroupCounts> found = stored(connection, entityId, after, limit + 1, maxReadsPerState, incarnation);
        boolean more = found.size() > limit;
        List<StoredGroupCounts> all =
                mergeDirect(more ? found.subList(0, limit) : found, directDeliveries, after, more, incarnation);
        Map<Long, String> names = NodeListing.names(connection);
        List<StoredGroupCounts> page = new ArrayList<>();
        for (StoredGroupCounts counts : all.subList(0, Math.min(limit, all.size()))) {
            page.add(counts.with(names.get(counts.acceptedBy() == 0 ? counts.acquiredBy() : counts.acceptedBy())));
        }
        return new StoredGroupPage(page, more || all.size() > limit, complete(connection, entityId, maxReadsPerState));
    }

    private List<StoredGroupCounts> stored(
            Connection connection, long entityId, String after, int limit, int maxReadsPerState, long incarnation)
            throws SQLException {
        List<StoredGroupCounts> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(counted)) {
            int next = 1;
            select.setLong(next++, incarnation);
            for (DeliveryState state : STATES) {
                select.setLong(next++, entityId);
                select.setInt(next++, state.code());
                select.setInt(next++, maxReadsPerState);
                select.setString(next++, after);
            }
            select.setLong(next++, entityId);
            select.setString(next++, after);
            select.setInt(next++, limit);
            select.setInt(next, limit);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(new StoredGroupCounts(
                            row.getString(1),
                            row.getLong(2),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6),
                            row.getLong(7),
                            row.getLong(8),
                            row.getLong(9),
                            row.getInt(10) == 1,
                            null));
                }
            }
        }
        return found;
    }

    /** Returns the incarnations that have accepted a group or acquired a delivery with an ordinary row. */
    static GroupOwners owners(Connection connection, long entityId, String groupId, long exceptDelivery)
            throws SQLException {
        return new GroupOwners(
                Statements.firstLong(connection, ACCEPTED_BY, entityId, groupId).orElse(0),
                Statements.firstLong(connection, OWNER, entityId, groupId, exceptDelivery)
                        .orElse(0));
    }

    /** Merges the direct deliveries. An exclusive store orders group ids as Java does. */
    private static List<StoredGroupCounts> mergeDirect(
            List<StoredGroupCounts> stored,
            List<Delivery> directDeliveries,
            String after,
            boolean more,
            long incarnation) {
        if (directDeliveries.isEmpty()) {
            return stored;
        }
        TreeMap<String, StoredGroupCounts> byId = new TreeMap<>();
        stored.forEach(counts -> byId.put(counts.groupId(), counts));
        String last = more ? byId.lastKey() : null;
        for (Delivery delivery : directDeliveries) {
            String id = delivery.groupId();
            if (id != null && id.compareTo(after) > 0 && (last == null || id.compareTo(last) <= 0)) {
                byId.merge(id, directOnly(id, incarnation), StoredGroupCounts::plusDirectDeliveries);
            }
        }
        return List.copyOf(byId.values());
    }

    private static StoredGroupCounts directOnly(String id, long incarnation) {
        return new StoredGroupCounts(id, 0, 1, 1, 0, 0, 0, incarnation, 0, false, null);
    }

    private boolean complete(Connection connection, long entityId, int maxReadsPerState) throws SQLException {
        if (maxReadsPerState == Integer.MAX_VALUE) {
            return true;
        }
        try (PreparedStatement select = connection.prepareStatement(beyond)) {
            for (DeliveryState state : STATES) {
                select.setLong(1, entityId);
                select.setInt(2, state.code());
                select.setInt(3, maxReadsPerState);
                try (ResultSet row = select.executeQuery()) {
                    if (row.next()) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
