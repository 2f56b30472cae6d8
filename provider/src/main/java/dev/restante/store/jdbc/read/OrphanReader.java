package dev.restante.store.jdbc.read;

import dev.restante.model.OrphanedDeliveries;
import dev.restante.store.jdbc.database.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reader that finds and counts orphaned deliveries, whose queue, topic or subscription does not exist. It skips along
 * the order index from entity to entity, so it costs one index lookup for each entity that has deliveries. Only
 * orphaned deliveries are counted row by row.
 */
final class OrphanReader {

    private static final String ENTITY = "SELECT id FROM restante_entity WHERE id = ?";

    private static final String COUNT = "SELECT COUNT(*), MIN(enqueued_at) FROM restante_delivery WHERE entity = ?";

    private final String next;

    OrphanReader(Dialect dialect) {
        this.next = "SELECT entity FROM restante_delivery WHERE entity > ? ORDER BY entity LIMIT 1"
                + dialect.useIndexHint();
    }

    List<OrphanedDeliveries> all(Connection connection) throws SQLException {
        List<OrphanedDeliveries> orphans = new ArrayList<>();
        try (PreparedStatement after = connection.prepareStatement(next);
                PreparedStatement entity = connection.prepareStatement(ENTITY);
                PreparedStatement count = connection.prepareStatement(COUNT)) {
            // An entity exists before its deliveries, so it is looked up after them.
            for (OptionalLong id = first(after, Long.MIN_VALUE); id.isPresent(); id = first(after, id.getAsLong())) {
                if (first(entity, id.getAsLong()).isEmpty()) {
                    count(count, id.getAsLong(), orphans);
                }
            }
        }
        return orphans;
    }

    private static OptionalLong first(PreparedStatement select, long parameter) throws SQLException {
        select.setLong(1, parameter);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    /**
     * Counts the deliveries of an entity. The number can be zero, because a deletion may have removed entity and
     * deliveries meanwhile.
     */
    private static void count(PreparedStatement select, long entityId, List<OrphanedDeliveries> orphans)
            throws SQLException {
        select.setLong(1, entityId);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            if (row.getLong(1) > 0) {
                orphans.add(new OrphanedDeliveries(entityId, row.getLong(1), row.getLong(2)));
            }
        }
    }
}
