package dev.restante.store.jdbc.database;

import dev.restante.model.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The table of deliveries that were acquired by their sender's node when they were sent. Who reads that and the
 * ordinary tables reads it first, because meanwhile rows only move from there to the ordinary tables.
 */
public interface BornDeliveries {

    /** Those of a database that has no such table. */
    BornDeliveries NONE = new BornDeliveries() {
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
        public Map<Long, byte[]> heads(Connection connection, Collection<Long> messageIds) {
            return Map.of();
        }

        @Override
        public void move(Connection connection, long incarnation, int limit) {}

        @Override
        public void moveAllOf(Connection connection, long entityId) {}

        @Override
        public String hasNot(String messageId) {
            return "";
        }
    };

    /** The deliveries of an entity, in retrieval order. */
    List<Delivery> ofEntity(Connection connection, long entityId) throws SQLException;

    /** How many an entity has. */
    long count(Connection connection, long entityId) throws SQLException;

    /** How many each entity has that has any. */
    Map<Long, Long> counts(Connection connection) throws SQLException;

    /** The encoded heads of those messages that are there, by id. */
    Map<Long, byte[]> heads(Connection connection, Collection<Long> messageIds) throws SQLException;

    /** Moves some of an incarnation to the ordinary tables, acquired by it. */
    void move(Connection connection, long incarnation, int limit) throws SQLException;

    /** Moves those of an entity to the ordinary tables, where they can be deleted like others. */
    void moveAllOf(Connection connection, long entityId) throws SQLException;

    /** What follows the condition that a message is not among the ordinary ones: it is not here either. */
    String hasNot(String messageId);
}
