package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.StateCounts;
import dev.restante.model.StoredMessage;
import dev.restante.store.Candidate;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Place;
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
 * Reads along the two indexes of the delivery table. Where the order wanted crosses states or precedences, each has its
 * own range of the index; the ranges are read one by one, as far as they are needed, and merged here, so that no read
 * sorts a backlog.
 */
public final class JdbcDeliveryReader implements DeliveryReader {

    private static final List<DeliveryState> BROWSED_STATES = List.of(DeliveryState.AVAILABLE, DeliveryState.ACQUIRED);

    private static final Comparator<Delivery> BY_POSITION =
            Comparator.comparingLong(Delivery::position).thenComparingLong(Delivery::id);

    private final Database database;

    /** For what must not take longer than a part of the lease. */
    private final Database urgent;

    private final KeyedReads keyed;
    private final Heads heads;
    private final ReadSql sql;
    private final Set<Long> toldOfUnknown = ConcurrentHashMap.newKeySet();

    public JdbcDeliveryReader(Database database, KeyedReads keyed) {
        this.database = database;
        this.urgent = database.urgent();
        this.keyed = keyed;
        this.heads = new Heads(keyed, database.dialect().born());
        this.sql = new ReadSql(database.dialect());
    }

    @Override
    public Map<Long, StoredMessage> messages(Collection<Long> messageIds) {
        return database.read("messages can't be read", connection -> keyed.messages(connection, messageIds));
    }

    @Override
    public Map<Long, StoredMessage> messagesForCertain(Collection<Long> messageIds) {
        return database.confirmed("messages can't be read", connection -> keyed.messages(connection, messageIds));
    }

    @Override
    public List<Delivery> due(long nowStoreMillis, int limit, Set<Long> exceptEntities) {
        return database.read("due deliveries can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql.due(exceptEntities.size()))) {
                select.setLong(1, nowStoreMillis);
                int next = bind(select, 2, exceptEntities);
                select.setInt(next, limit);
                return OrderedReads.list(select);
            }
        });
    }

    @Override
    public OptionalLong nextDue(Set<Long> exceptEntities) {
        return database.read("the next due instant can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql.nextDue(exceptEntities.size()))) {
                bind(select, 1, exceptEntities);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    /** Returns the index of the parameter after them. */
    private static int bind(PreparedStatement select, int first, Set<Long> entityIds) throws SQLException {
        int index = first;
        for (long entityId : entityIds) {
            select.setLong(index, entityId);
            index++;
        }
        return index;
    }

    @Override
    public List<Delivery> followingDefault(long entityId, long enqueuedUntilMillis, int limit) {
        return database.read("deliveries without a deadline of their own can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql.followingDefault())) {
                return OrderedReads.followingDefault(select, entityId, enqueuedUntilMillis, limit);
            }
        });
    }

    @Override
    public Map<Long, Long> oldestFollowingDefault(Collection<Long> entityIds) {
        if (entityIds.isEmpty()) {
            return Map.of();
        }
        return database.read(
                "the oldest deliveries without a deadline of their own can't be read",
                connection -> keyed.oldestFollowingDefault(connection, entityIds));
    }

    @Override
    public List<Delivery> browse(long entityId, @Nullable Delivery after, int limit) {
        int start = after == null ? 0 : DeliveryRows.precedence(after.priority());
        List<Range> ranges = BROWSED_STATES.stream()
                .flatMap(state -> Range.behind(state, after).stream())
                .toList();
        // One moment, or what is given back between two of the queries would be in neither.
        return database.snapshot("entity " + entityId + " can't be browsed", connection -> {
            List<Delivery> born = database.dialect().born().ofEntity(connection, entityId);
            List<Delivery> page = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
                List<Range> filled = keyed.filled(connection, entityId, ranges);
                for (int precedence = start;
                        precedence <= DeliveryRows.LOWEST_PRECEDENCE && page.size() < limit;
                        precedence++) {
                    page.addAll(browse(select, entityId, of(precedence, filled), limit - page.size()));
                }
            }
            return List.copyOf(OrderedReads.withBorn(page, born, after, limit));
        });
    }

    private static List<Range> of(int precedence, List<Range> ranges) {
        return ranges.stream().filter(range -> range.precedence() == precedence).toList();
    }

    /** Returns the first rows of all states of one precedence. */
    private static List<Delivery> browse(PreparedStatement select, long entityId, List<Range> states, int limit)
            throws SQLException {
        List<Delivery> found = new ArrayList<>();
        for (Range range : states) {
            found.addAll(OrderedReads.range(select, entityId, range, limit));
        }
        found.sort(BY_POSITION);
        return found.subList(0, Math.min(limit, found.size()));
    }

    @Override
    public List<Candidate> available(long entityId, Map<Integer, Place> seen, int limit) {
        List<Range> ranges =
                Range.ofState(DeliveryState.AVAILABLE, 0, precedence -> seen.get(DeliveryRows.priority(precedence)));
        return database.read("entity " + entityId + " can't be searched", connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
                List<Range> filled = keyed.filled(connection, entityId, ranges);
                return heads.of(connection, OrderedReads.ranges(select, entityId, filled, limit));
            }
        });
    }

    @Override
    public List<Candidate> available(long entityId, Collection<Long> ids) {
        return database.read("deliveries of entity " + entityId + " can't be read", connection -> {
            List<Delivery> found = new ArrayList<>(keyed.available(connection, entityId, ids));
            found.sort(DeliveryRows.RETRIEVAL_ORDER);
            return heads.of(connection, found);
        });
    }

    @Override
    public List<Delivery> deferred(long entityId, Collection<Long> sequenceNumbers) {
        return byId(ReadSql.DEFERRED, entityId, sequenceNumbers);
    }

    private List<Delivery> byId(String query, long entityId, Collection<Long> ids) {
        return database.read("deliveries of entity " + entityId + " can't be read", connection -> {
            List<Delivery> found = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(query)) {
                for (long id : ids) {
                    select.setLong(1, id);
                    select.setLong(2, entityId);
                    found.addAll(OrderedReads.list(select));
                }
            }
            return List.copyOf(found);
        });
    }

    @Override
    public List<Delivery> listDeferred(long entityId, long afterSequenceNumber, int limit) {
        return database.read("deferred deliveries can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(ReadSql.LIST_DEFERRED)) {
                select.setLong(1, entityId);
                select.setLong(2, afterSequenceNumber);
                select.setInt(3, limit);
                return OrderedReads.list(select);
            }
        });
    }

    @Override
    public Map<String, Blocker> blockedGroups(long entityId, long upToPosition) {
        return database.read("the groups of entity " + entityId + " can't be read", connection -> {
            Map<String, Blocker> blocked = new HashMap<>();
            try (PreparedStatement prepared = connection.prepareStatement(BlockedGroups.PREPARED);
                    PreparedStatement waiting = connection.prepareStatement(BlockedGroups.WAITING)) {
                BlockedGroups.addPrepared(prepared, entityId, blocked);
                List<Range> filled = keyed.filled(connection, entityId, BlockedGroups.WAITING_RANGES);
                BlockedGroups.addWaiting(waiting, entityId, filled, upToPosition, blocked);
            }
            return blocked;
        });
    }

    @Override
    public void ofGroups(long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages) {
        keyed.ofGroups(database, entityId, groupIds, beforeId, pages);
    }

    @Override
    public List<Delivery> expiredOfGroups(long entityId, long nowStoreMillis, long enqueuedUntilMillis, int limit) {
        return database.read("expired groups of entity " + entityId + " can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(ReadSql.EXPIRED_OF_GROUPS)) {
                select.setLong(1, entityId);
                select.setLong(2, nowStoreMillis);
                select.setLong(3, enqueuedUntilMillis);
                select.setInt(4, limit);
                return OrderedReads.list(select);
            }
        });
    }

    /** The heartbeat asks, which must not wait for long. */
    @Override
    public Set<Long> havingAvailable(Collection<Long> entityIds, long fromPosition) {
        return urgent.read(
                "which entities have anything can't be read",
                connection -> keyed.havingAvailable(connection, entityIds, fromPosition));
    }

    @Override
    public StateCounts counts(long entityId) {
        return database.longRead("deliveries can't be counted", connection -> {
            long born = database.dialect().born().count(connection, entityId);
            StateTally tally = new StateTally();
            tally.add(DeliveryState.ACQUIRED.code(), born);
            try (PreparedStatement select = connection.prepareStatement(ReadSql.COUNTS)) {
                select.setLong(1, entityId);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        tally.add(rows.getInt(1), rows.getLong(2));
                    }
                }
            }
            return tally.counts(entityId, toldOfUnknown);
        });
    }
}
