package dev.restante.store.jdbc.read;

import dev.restante.model.DeliveryState;
import dev.restante.store.DeliveryReader.GroupBlocker;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Reader of the message groups of an entity that are blocked by a pending redelivery or a prepared transaction branch.
 * A delivery that waits for redelivery keeps its old position. Messages that their senders scheduled have positions in
 * the future, and do not block their groups.
 */
public final class BlockedGroupReader {

    /** Query of the deliveries of one precedence that wait for redelivery, along the order index. */
    public static final String WAITING =
            """
            SELECT group_id, queue_position, id FROM restante_delivery
            WHERE entity = ? AND state = 1 AND precedence = ? AND queue_position <= ? AND group_id IS NOT NULL""";

    /** Query of the deliveries that branches have received. Their index entries are few and adjacent. */
    public static final String PREPARED =
            """
            SELECT group_id, precedence, queue_position, id FROM restante_delivery
            WHERE entity = ? AND state = 6 AND group_id IS NOT NULL""";

    /** Index ranges of the deliveries that wait for redelivery. */
    static final List<IndexRange> WAITING_RANGES = IndexRange.startingAfter(DeliveryState.SCHEDULED, null);

    private BlockedGroupReader() {}

    /** Adds the groups from which prepared branches have received a delivery, each with its position. */
    public static void addPreparedGroups(PreparedStatement select, long entityId, Map<String, GroupBlocker> blocked)
            throws SQLException {
        select.setLong(1, entityId);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                blocked.putIfAbsent(
                        rows.getString(1),
                        new GroupBlocker(
                                DeliveryRows.priority(rows.getInt(2)),
                                new RetrievalPosition(rows.getLong(3), rows.getLong(4))));
            }
        }
    }

    /** Adds the groups that wait for redelivery, each with the position of its first waiting delivery. */
    public static void addRedeliveryGroups(
            PreparedStatement select, long entityId, long maxPosition, Map<String, GroupBlocker> blocked)
            throws SQLException {
        addRedeliveryGroups(select, entityId, WAITING_RANGES, maxPosition, blocked);
    }

    /**
     * Adds the groups that wait for redelivery in some index ranges, each with the position of its first waiting
     * delivery.
     */
    static void addRedeliveryGroups(
            PreparedStatement select,
            long entityId,
            List<IndexRange> ranges,
            long maxPosition,
            Map<String, GroupBlocker> blocked)
            throws SQLException {
        for (IndexRange range : ranges) {
            select.setLong(1, entityId);
            select.setInt(2, range.precedence());
            select.setLong(3, maxPosition);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    blocked.putIfAbsent(
                            rows.getString(1),
                            new GroupBlocker(
                                    DeliveryRows.priority(range.precedence()),
                                    new RetrievalPosition(rows.getLong(2), rows.getLong(3))));
                }
            }
        }
    }
}
