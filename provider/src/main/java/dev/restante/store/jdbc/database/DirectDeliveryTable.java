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
    DirectDeliveryTable NO_TABLE = new DirectDeliveryTable() {};

    /** Returns the deliveries of an entity in retrieval order. */
    default List<Delivery> ofEntity(Connection connection, long entityId) throws SQLException {
        return List.of();
    }

    default long count(Connection connection, long entityId) throws SQLException {
        return 0;
    }

    default Map<Long, Long> counts(Connection connection) throws SQLException {
        return Map.of();
    }

    /** Returns the encoded headers of the messages in this table by id. */
    default Map<Long, byte[]> headers(Connection connection, Collection<Long> messageIds) throws SQLException {
        return Map.of();
    }

    /** Moves deliveries of an incarnation to the ordinary tables, where they stay acquired. */
    default void moveToOrdinary(Connection connection, long incarnation, int limit) throws SQLException {}

    /** Moves the deliveries of an entity to the ordinary tables, so that they can be deleted there. */
    default void moveAllToOrdinary(Connection connection, long entityId) throws SQLException {}

    /**
     * Returns an additional condition for messages that are not in the ordinary tables: they are not in this table
     * either.
     */
    default String absenceCondition(String messageIdSql) {
        return "";
    }
}
