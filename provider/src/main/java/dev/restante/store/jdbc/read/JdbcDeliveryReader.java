package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.StateCounts;
import dev.restante.model.StoredMessage;
import dev.restante.store.DeliveryReader;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.SelectorCandidate;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * JDBC implementation of the reads for delivery, expiry, browsing and selectors, along the indexes of the retrieval
 * order and of due times. A read over several states or precedences reads the index range of each, as far as needed,
 * and merges them in Java. Therefore no read sorts a backlog.
 */
public final class JdbcDeliveryReader implements DeliveryReader {

    private static final List<DeliveryState> BROWSED_STATES = List.of(DeliveryState.AVAILABLE, DeliveryState.ACQUIRED);

    private static final Comparator<Delivery> BY_POSITION =
            Comparator.comparingLong(Delivery::position).thenComparingLong(Delivery::id);

    private final Database database;

    /** Database access with the shorter timeouts of the heartbeat. */
    private final Database heartbeatDatabase;

    private final KeyedReader keyedReader;
    private final HeaderReader headerReader;
    private final ReadSql sql;
    private final Set<Long> loggedEntities = ConcurrentHashMap.newKeySet();

    public JdbcDeliveryReader(Database database, KeyedReader keyedReader) {
        this.database = database;
        this.heartbeatDatabase = database.forHeartbeat();
        this.keyedReader = keyedReader;
        this.headerReader = new HeaderReader(keyedReader, database.dialect().directDeliveries());
        this.sql = new ReadSql(database.dialect());
    }

    @Override
    public Map<Long, StoredMessage> messages(Collection<Long> messageIds) {
        return database.read("Messages cannot be read", connection -> keyedReader.messages(connection, messageIds));
    }

    @Override
    public Map<Long, StoredMessage> confirmedMessages(Collection<Long> messageIds) {
        return database.confirmedRead(
                "Messages cannot be read", connection -> keyedReader.messages(connection, messageIds));
    }

    @Override
    public List<Delivery> dueDeliveries(long nowStoreMillis, int limit, Set<Long> excludedEntities) {
        return database.read("The due messages cannot be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql.due(excludedEntities.size()))) {
                select.setLong(1, nowStoreMillis);
                int next = bind(select, 2, excludedEntities);
                select.setInt(next, limit);
                return OrderIndexReader.readAll(select);
            }
        });
    }

    @Override
    public OptionalLong nextDueMillis(Set<Long> excludedEntities) {
        return database.read("The time of the next due message cannot be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql.nextDue(excludedEntities.size()))) {
                bind(select, 1, excludedEntities);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    /** Binds entity ids, and returns the index of the next parameter. */
    private static int bind(PreparedStatement select, int first, Set<Long> entityIds) throws SQLException {
        int index = first;
        for (long entityId : entityIds) {
            select.setLong(index, entityId);
            index++;
        }
        return index;
    }

    @Override
    public List<Delivery> withDefaultTimeToLive(long entityId, long enqueuedUntilMillis, long lastPosition, int limit) {
        return database.read("The messages without an expiry time of their own cannot be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql.withDefaultTimeToLive())) {
                return OrderIndexReader.withDefaultTimeToLive(
                        select, entityId, enqueuedUntilMillis, lastPosition, limit);
            }
        });
    }

    @Override
    public Map<Long, Long> oldestWithDefaultTimeToLive(Collection<Long> entityIds) {
        if (entityIds.isEmpty()) {
            return Map.of();
        }
        return database.read(
                "The oldest messages without an expiry time of their own cannot be read",
                connection -> keyedReader.oldestWithDefaultTimeToLive(connection, entityIds));
    }

    @Override
    public List<Delivery> browse(long entityId, @Nullable Delivery after, int limit) {
        int start = after == null ? 0 : DeliveryRows.precedence(after.priority());
        List<IndexRange> ranges = BROWSED_STATES.stream()
                .flatMap(state -> IndexRange.startingAfter(state, after).stream())
                .toList();
        // All queries need one snapshot. Otherwise, none of them would see a delivery that is released between two
        // queries.
        return database.snapshotRead("Entity " + entityId + " cannot be browsed", connection -> {
            List<Delivery> directDeliveries =
                    database.dialect().directDeliveries().ofEntity(connection, entityId);
            List<Delivery> page = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
                List<IndexRange> nonEmpty = keyedReader.nonEmptyRanges(connection, entityId, ranges);
                for (int precedence = start;
                        precedence <= DeliveryRows.LOWEST_PRECEDENCE && page.size() < limit;
                        precedence++) {
                    page.addAll(browse(select, entityId, of(precedence, nonEmpty), limit - page.size()));
                }
            }
            return List.copyOf(OrderIndexReader.mergeDirect(page, directDeliveries, after, limit));
        });
    }

    private static List<IndexRange> of(int precedence, List<IndexRange> ranges) {
        return ranges.stream().filter(range -> range.precedence() == precedence).toList();
    }

    /** Returns the first rows of all states of one precedence. */
    private static List<Delivery> browse(PreparedStatement select, long entityId, List<IndexRange> states, int limit)
            throws SQLException {
        List<Delivery> found = new ArrayList<>();
        for (IndexRange range : states) {
            found.addAll(OrderIndexReader.readRange(select, entityId, range, limit));
        }
        found.sort(BY_POSITION);
        return found.subList(0, Math.min(limit, found.size()));
    }

    @Override
    public List<SelectorCandidate> available(long entityId, Map<Integer, RetrievalPosition> afterPositions, int limit) {
        List<IndexRange> ranges = IndexRange.ofState(
                DeliveryState.AVAILABLE, 0, precedence -> afterPositions.get(DeliveryRows.priority(precedence)));
        return database.read("Entity " + entityId + " cannot be searched", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
                List<IndexRange> nonEmpty = keyedReader.nonEmptyRanges(connection, entityId, ranges);
                return headerReader.withHeaders(
                        connection, OrderIndexReader.readRanges(select, entityId, nonEmpty, limit));
            }
        });
    }

    @Override
    public List<SelectorCandidate> available(long entityId, Collection<Long> ids) {
        return database.read("The messages of entity " + entityId + " cannot be read", connection -> {
            List<Delivery> found = new ArrayList<>(keyedReader.available(connection, entityId, ids));
            found.sort(DeliveryRows.RETRIEVAL_ORDER);
            return headerReader.withHeaders(connection, found);
        });
    }

    @Override
    public List<Delivery> deferredByNumber(long entityId, Collection<Long> sequenceNumbers) {
        return byId(ReadSql.DEFERRED, entityId, sequenceNumbers);
    }

    private List<Delivery> byId(String query, long entityId, Collection<Long> ids) {
        return database.read("The messages of entity " + entityId + " cannot be read", connection -> {
            List<Delivery> found = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(query)) {
                for (long id : ids) {
                    select.setLong(1, id);
                    select.setLong(2, entityId);
                    found.addAll(OrderIndexReader.readAll(select));
                }
            }
            return List.copyOf(found);
        });
    }

    @Override
    public List<Delivery> deferredAfter(long entityId, long afterSequenceNumber, int limit) {
        return database.read("The deferred messages cannot be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(ReadSql.LIST_DEFERRED)) {
                select.setLong(1, entityId);
                select.setLong(2, afterSequenceNumber);
                select.setInt(3, limit);
                return OrderIndexReader.readAll(select);
            }
        });
    }

    @Override
    public Map<String, GroupBlocker> blockedGroups(long entityId, long maxPosition) {
        return database.read("The groups of entity " + entityId + " cannot be read", connection -> {
            Map<String, GroupBlocker> blocked = new HashMap<>();
            try (PreparedStatement prepared = connection.prepareStatement(BlockedGroupReader.PREPARED);
                    PreparedStatement waiting = connection.prepareStatement(BlockedGroupReader.WAITING)) {
                BlockedGroupReader.addPreparedGroups(prepared, entityId, blocked);
                List<IndexRange> nonEmpty =
                        keyedReader.nonEmptyRanges(connection, entityId, BlockedGroupReader.WAITING_RANGES);
                BlockedGroupReader.addRedeliveryGroups(waiting, entityId, nonEmpty, maxPosition, blocked);
            }
            return blocked;
        });
    }

    @Override
    public void deliveriesOfGroups(
            long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pageConsumer) {
        keyedReader.deliveriesOfGroups(database, entityId, groupIds, beforeId, pageConsumer);
    }

    @Override
    public List<Delivery> expiredOfGroups(long entityId, long nowStoreMillis, long enqueuedUntilMillis, int limit) {
        return database.read("The expired groups of entity " + entityId + " cannot be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(ReadSql.EXPIRED_OF_GROUPS)) {
                select.setLong(1, entityId);
                select.setLong(2, nowStoreMillis);
                select.setLong(3, enqueuedUntilMillis);
                select.setInt(4, limit);
                return OrderIndexReader.readAll(select);
            }
        });
    }

    /** Uses the timeouts of the heartbeat, which calls this method. */
    @Override
    public Set<Long> entitiesWithAvailable(Collection<Long> entityIds, long fromPosition) {
        return heartbeatDatabase.read(
                "The entities with available messages cannot be read",
                connection -> keyedReader.entitiesWithAvailable(connection, entityIds, fromPosition));
    }

    @Override
    public StateCounts counts(long entityId) {
        return database.longRead("The messages cannot be counted", connection -> {
            long directCount = database.dialect().directDeliveries().count(connection, entityId);
            StateTally tally = new StateTally();
            tally.add(DeliveryState.ACQUIRED.code(), directCount);
            try (PreparedStatement select = connection.prepareStatement(ReadSql.COUNTS)) {
                select.setLong(1, entityId);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        tally.add(rows.getInt(1), rows.getLong(2));
                    }
                }
            }
            return tally.counts(entityId, loggedEntities);
        });
    }
}
