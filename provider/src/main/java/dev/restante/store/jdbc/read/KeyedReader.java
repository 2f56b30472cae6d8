package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Interface that reads messages, headers or deliveries for many keys, such as message ids, in the way that is fastest
 * on each database. If each statement costs a round trip, one statement reads all keys. In an embedded database, each
 * key has its own index lookup.
 */
public interface KeyedReader {

    /** Returns messages by id; unknown ids are omitted. */
    Map<Long, StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException;

    /** Returns encoded message headers by message id; unknown messages and direct deliveries are omitted. */
    Map<Long, byte[]> headers(Connection connection, Collection<Long> ids) throws SQLException;

    /** Returns the deliveries of an entity with these ids that are available, in any order. */
    List<Delivery> available(Connection connection, long entityId, Collection<Long> ids) throws SQLException;

    /** Returns, by entity, the earliest enqueued-at instant of a delivery to which the default time to live applies. */
    Map<Long, Long> oldestWithDefaultTimeToLive(Connection connection, Collection<Long> entityIds) throws SQLException;

    /** Returns the entities that have an available delivery at or after a position. */
    Set<Long> entitiesWithAvailable(Connection connection, Collection<Long> entityIds, long fromPosition)
            throws SQLException;

    /**
     * Returns the ranges of an entity that have rows, in their order. Returns all ranges if a query would save nothing.
     */
    List<IndexRange> nonEmptyRanges(Connection connection, long entityId, List<IndexRange> ranges) throws SQLException;

    /**
     * Passes the deliveries of some groups with lower ids to a consumer, as {@code DeliveryReader.deliveriesOfGroups}
     * does.
     */
    void deliveriesOfGroups(
            Database database, long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages);
}
