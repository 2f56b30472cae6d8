package dev.restante.store.jdbc.database;

import dev.restante.model.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Interface that reads direct deliveries (inserted already acquired for a waiting consumer) from HSQLDB's table for
 * them, or moves them to the ordinary tables. A reader of this table and the ordinary tables reads this table first,
 * because rows only move from here to the ordinary tables.
 */
public interface DirectDeliveryTable {

    /** Implementation for a database without such a table. */
    DirectDeliveryTable NO_TABLE = new DirectDeliveryTable() {
        @Override
        public List<Delivery> ofEntity(Connection connection, long entityId) {
            return List.of();
        }

        @Override
        public long count(Connection connection, long entityId) {
            return 0;
        }

        @Override
        public Map<Long, Long> counts(Connection connection) {
            return Map.of();
        }

        @Override
        public Map<Long, byte[]> headers(Connection connection, Collection<Long> messageIds) {
            return Map.of();
        }

        @Override
        public void moveToOrdinary(Connection connection, long incarnation, int limit) {}

        @Override
        public void moveAllToOrdinary(Connection connection, long entityId) {}

        @Override
        public String absenceCondition(String messageId) {
            return "";
        }
    };

    /** Returns the deliveries of an entity in retrieval order. */
    List<Delivery> ofEntity(Connection connection, long entityId) throws SQLException;

    long count(Connection connection, long entityId) throws SQLException;

    Map<Long, Long> counts(Connection connection) throws SQLException;

    /** Returns the encoded headers of the messages in this table by id. */
    Map<Long, byte[]> headers(Connection connection, Collection<Long> messageIds) throws SQLException;

    /** Moves deliveries of an incarnation to the ordinary tables, where they stay acquired. */
    void moveToOrdinary(Connection connection, long incarnation, int limit) throws SQLException;

    /** Moves the deliveries of an entity to the ordinary tables, so that they can be deleted there. */
    void moveAllToOrdinary(Connection connection, long entityId) throws SQLException;

    /**
     * Returns an additional condition for messages that are not in the ordinary tables: they are not in this table
     * either.
     */
    String absenceCondition(String messageIdSql);
}
