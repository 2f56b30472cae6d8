package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.DeliveryInspector.GroupCounts;
import dev.restante.store.DeliveryInspector.GroupHolders;
import dev.restante.store.DeliveryInspector.GroupPage;
import dev.restante.store.jdbc.database.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the groups of an entity for administrators. There is no index of groups, because nothing else needs one: a
 * bounded number of deliveries of each state is read along the order index, and grouped by the database, in whose order
 * pages follow each other.
 */
final class GroupReads {

    private static final List<DeliveryState> STATES = List.of(
            DeliveryState.SCHEDULED,
            DeliveryState.AVAILABLE,
            DeliveryState.ACQUIRED,
            DeliveryState.DEFERRED,
            DeliveryState.PREPARED_SETTLE);

    private static final String OF_STATE = " FROM restante_delivery WHERE entity = ? AND state = ?";

    private static final String KEPT = "SELECT group_id, 0 AS state, 0 AS owner, owner AS keeper,"
            + " CASE WHEN state IS NULL THEN 0 ELSE 1 END AS stated FROM ("
            + "SELECT group_id, owner, state FROM restante_message_group WHERE entity = ? AND group_id > ?"
            + " ORDER BY entity, group_id LIMIT ?) kept";

    private static final String COUNTED = "SELECT group_id,"
            + " SUM(CASE WHEN state = 2 THEN 1 ELSE 0 END), SUM(CASE WHEN state = 3 THEN 1 ELSE 0 END),"
            + " SUM(CASE WHEN state = 3 AND owner = ? THEN 1 ELSE 0 END), SUM(CASE WHEN state = 1 THEN 1 ELSE 0 END),"
            + " SUM(CASE WHEN state = 4 THEN 1 ELSE 0 END), SUM(CASE WHEN state = 6 THEN 1 ELSE 0 END),"
            + " MAX(CASE WHEN state = 3 THEN owner ELSE 0 END), MAX(keeper), MAX(stated) FROM (";

    private static final String A_PAGE = ") together GROUP BY group_id ORDER BY group_id LIMIT ?";

    private static final String NAMES = "SELECT incarnation, name FROM restante_node";

    private static final String KEEPER = "SELECT owner FROM restante_message_group WHERE entity = ? AND group_id = ?";

    /** Along the order index, of what is acquired only. */
    private static final String OWNER =
            "SELECT MAX(owner) FROM restante_delivery" + " WHERE entity = ? AND state = 3 AND group_id = ? AND id <> ?";

    private final String counted;
    private final String beyond;

    GroupReads(Dialect dialect) {
        String inOrder = OF_STATE + " ORDER BY entity, state, precedence, queue_position, " + dialect.idInOrder();
        StringBuilder union = new StringBuilder();
        for (DeliveryState state : STATES) {
            union.append("SELECT group_id, state, owner, 0 AS keeper, 0 AS stated FROM (SELECT group_id, state, owner")
                    .append(inOrder)
                    .append(" LIMIT ?")
                    .append(dialect.alongIndex())
                    .append(") looked")
                    .append(state.code())
                    .append(" WHERE group_id > ? UNION ALL ");
        }
        counted = COUNTED + union + KEPT + A_PAGE;
        beyond = "SELECT 1" + inOrder + " LIMIT 1 OFFSET ?" + dialect.alongIndex();
    }

    /** A page; {@code born} are those that have no row yet, which only an exclusive store has. */
    GroupPage page(
            Connection connection,
            List<Delivery> born,
            long entityId,
            String after,
            int limit,
            int looks,
            long incarnation)
            throws SQLException {
        // One more than is wanted tells whether others follow.
        List<GroupCounts> found = stored(connection, entityId, after, limit + 1, looks, incarnation);
        boolean more = found.size() > limit;
        List<GroupCounts> all = withBorn(more ? found.subList(0, limit) : found, born, after, more, incarnation);
        Map<Long, String> names = names(connection);
        List<GroupCounts> page = new ArrayList<>();
        for (GroupCounts counts : all.subList(0, Math.min(limit, all.size()))) {
            page.add(counts.with(names.get(counts.keeper() == 0 ? counts.owner() : counts.keeper())));
        }
        return new GroupPage(page, more || all.size() > limit, complete(connection, entityId, looks));
    }

    private List<GroupCounts> stored(
            Connection connection, long entityId, String after, int limit, int looks, long incarnation)
            throws SQLException {
        List<GroupCounts> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(counted)) {
            int next = 1;
            select.setLong(next++, incarnation);
            for (DeliveryState state : STATES) {
                select.setLong(next++, entityId);
                select.setInt(next++, state.code());
                select.setInt(next++, looks);
                select.setString(next++, after);
            }
            select.setLong(next++, entityId);
            select.setString(next++, after);
            select.setInt(next++, limit);
            select.setInt(next, limit);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(new GroupCounts(
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

    /** Who has a group; what was acquired without a row is not among it. */
    static GroupHolders holders(Connection connection, long entityId, String groupId, long exceptDelivery)
            throws SQLException {
        long keeper = 0;
        try (PreparedStatement select = connection.prepareStatement(KEEPER)) {
            select.setLong(1, entityId);
            select.setString(2, groupId);
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    keeper = row.getLong(1);
                }
            }
        }
        try (PreparedStatement select = connection.prepareStatement(OWNER)) {
            select.setLong(1, entityId);
            select.setString(2, groupId);
            select.setLong(3, exceptDelivery);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return new GroupHolders(keeper, row.getLong(1));
            }
        }
    }

    /** An exclusive store orders groups as Java does. */
    private static List<GroupCounts> withBorn(
            List<GroupCounts> stored, List<Delivery> born, String after, boolean more, long incarnation) {
        if (born.isEmpty()) {
            return stored;
        }
        TreeMap<String, GroupCounts> byId = new TreeMap<>();
        stored.forEach(counts -> byId.put(counts.groupId(), counts));
        String last = more ? byId.lastKey() : null;
        for (Delivery delivery : born) {
            String id = delivery.groupId();
            if (id != null && id.compareTo(after) > 0 && (last == null || id.compareTo(last) <= 0)) {
                byId.merge(id, bornAlone(id, incarnation), GroupCounts::plus);
            }
        }
        return List.copyOf(byId.values());
    }

    private static GroupCounts bornAlone(String id, long incarnation) {
        return new GroupCounts(id, 0, 1, 1, 0, 0, 0, incarnation, 0, false, null);
    }

    /** Of nodes by their incarnations, which are few. */
    private static Map<Long, String> names(Connection connection) throws SQLException {
        Map<Long, String> names = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(NAMES);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                names.put(rows.getLong(1), rows.getString(2));
            }
        }
        return names;
    }

    private boolean complete(Connection connection, long entityId, int looks) throws SQLException {
        if (looks == Integer.MAX_VALUE) {
            return true;
        }
        try (PreparedStatement select = connection.prepareStatement(beyond)) {
            for (DeliveryState state : STATES) {
                select.setLong(1, entityId);
                select.setInt(2, state.code());
                select.setInt(3, looks);
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
