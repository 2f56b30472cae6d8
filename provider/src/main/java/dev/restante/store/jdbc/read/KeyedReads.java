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
 * Reads of many rows by their keys. Each database has its own way: where a statement is a round trip, one statement for
 * all; else a probe of an index for each.
 */
public interface KeyedReads {

    /** Messages by their ids, without those that are gone. */
    Map<Long, StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException;

    /** The encoded heads of messages by their ids, without those that are gone or were born acquired. */
    Map<Long, byte[]> heads(Connection connection, Collection<Long> ids) throws SQLException;

    /** Those deliveries of an entity that are available, in any order. */
    List<Delivery> available(Connection connection, long entityId, Collection<Long> ids) throws SQLException;

    /** When the oldest delivery was enqueued that follows the default time to live, by entity. */
    Map<Long, Long> oldestFollowingDefault(Connection connection, Collection<Long> entityIds) throws SQLException;

    /** Those of these entities of which anything is available at a position or behind it. */
    Set<Long> havingAvailable(Connection connection, Collection<Long> entityIds, long fromPosition) throws SQLException;

    /** Returns the ranges of an entity that have any row, in their order; all of them where asking saves nothing. */
    List<Range> filled(Connection connection, long entityId, List<Range> ranges) throws SQLException;

    /** Shows the deliveries of some groups with an id before another; see {@code DeliveryReader.ofGroups}. */
    void ofGroups(
            Database database, long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages);
}
