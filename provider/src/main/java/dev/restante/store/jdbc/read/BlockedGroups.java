package dev.restante.store.jdbc.read;

import dev.restante.model.DeliveryState;
import dev.restante.store.DeliveryReader.Blocker;
import dev.restante.store.Place;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Reads of which groups of an entity nothing may be received: those that wait for a redelivery, and those of which a
 * prepared transaction branch has received something. A delivery that waits for its redelivery has kept its place,
 * those that were scheduled by their senders have one in the future.
 */
public final class BlockedGroups {

    /** Those that wait, of one precedence, along the order index. */
    public static final String WAITING =
            """
            SELECT group_id, queue_position, id FROM restante_delivery
            WHERE entity = ? AND state = 1 AND precedence = ? AND queue_position <= ? AND group_id IS NOT NULL""";

    /** What branches have received; its index entries are together, and few. */
    public static final String PREPARED =
            """
            SELECT group_id, precedence, queue_position, id FROM restante_delivery
            WHERE entity = ? AND state = 6 AND group_id IS NOT NULL""";

    /** Where deliveries wait. */
    static final List<Range> WAITING_RANGES = Range.behind(DeliveryState.SCHEDULED, null);

    private BlockedGroups() {}

    /** Adds the groups of which branches have received something, each with where that is. */
    public static void addPrepared(PreparedStatement select, long entityId, Map<String, Blocker> blocked)
            throws SQLException {
        select.setLong(1, entityId);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                blocked.putIfAbsent(
                        rows.getString(1),
                        new Blocker(
                                DeliveryRows.priority(rows.getInt(2)), new Place(rows.getLong(3), rows.getLong(4))));
            }
        }
    }

    /** Adds the groups that wait, each with where the first delivery is that does. */
    public static void addWaiting(
            PreparedStatement select, long entityId, long upToPosition, Map<String, Blocker> blocked)
            throws SQLException {
        addWaiting(select, entityId, WAITING_RANGES, upToPosition, blocked);
    }

    /** Adds the groups that wait in some ranges, each with where the first delivery is that does. */
    static void addWaiting(
            PreparedStatement select,
            long entityId,
            List<Range> ranges,
            long upToPosition,
            Map<String, Blocker> blocked)
            throws SQLException {
        for (Range range : ranges) {
            select.setLong(1, entityId);
            select.setInt(2, range.precedence());
            select.setLong(3, upToPosition);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    blocked.putIfAbsent(
                            rows.getString(1),
                            new Blocker(
                                    DeliveryRows.priority(range.precedence()),
                                    new Place(rows.getLong(2), rows.getLong(3))));
                }
            }
        }
    }
}
