package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.Place;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.read.KeyedReads;
import dev.restante.store.jdbc.read.OrderedReads;
import dev.restante.store.jdbc.read.Range;
import dev.restante.store.jdbc.read.ReadSql;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads on HSQLDB: a probe of an index for each key, which costs no round trip in the same process. */
final class HsqldbReads implements KeyedReads {

    private static final Logger LOG = LoggerFactory.getLogger(HsqldbReads.class);

    static final String MESSAGE = "SELECT head, body FROM restante_message WHERE id = ?";

    static final String BORN_MESSAGE = "SELECT head, body FROM restante_born_message WHERE id = ?";

    static final String HEAD = "SELECT id, head FROM restante_message WHERE id = ?";

    static final String AVAILABLE = DeliveryRows.SELECT + " WHERE id = ? AND entity = ? AND state = 2";

    static final String ANY_AVAILABLE = "SELECT id FROM restante_delivery"
            + " WHERE entity = ? AND state = 2 AND precedence = ? AND queue_position >= ? LIMIT 1";

    private static final int PAGE_OF_GROUPS = 5_000;

    /**
     * What is released while this reads is acquired when it is first looked for, or where it has gone when that is
     * looked at; what is deferred can be acquired again.
     */
    private static final List<DeliveryState> EACH_STATE = List.of(
            DeliveryState.ACQUIRED,
            DeliveryState.SCHEDULED,
            DeliveryState.AVAILABLE,
            DeliveryState.DEFERRED,
            DeliveryState.ACQUIRED);

    private final ReadSql sql;

    HsqldbReads(Dialect dialect) {
        this.sql = new ReadSql(dialect);
    }

    @Override
    public Map<Long, StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, StoredMessage> messages = new HashMap<>();
        // First, because while this reads they only move from there to the ordinary table.
        addMessages(connection, BORN_MESSAGE, ids, messages);
        addMessages(connection, MESSAGE, ids, messages);
        return messages;
    }

    /** Adds those that are not there yet. */
    private static void addMessages(
            Connection connection, String query, Collection<Long> ids, Map<Long, StoredMessage> messages)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            for (long id : ids) {
                if (messages.containsKey(id)) {
                    continue;
                }
                try (ResultSet row = byKey(select, id)) {
                    if (row.next()) {
                        byte[] body = row.getBytes(2);
                        messages.put(
                                id, new StoredMessage(id, StoredMessageCodec.decodeHead(row.getBytes(1), body), body));
                    }
                }
            }
        }
    }

    @Override
    public Map<Long, byte[]> heads(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, byte[]> heads = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(HEAD)) {
            for (long id : ids) {
                try (ResultSet row = byKey(select, id)) {
                    if (row.next()) {
                        heads.put(id, row.getBytes(2));
                    }
                } catch (StoreException e) {
                    LOG.warn("The head of message {} is damaged; no selector matches it", id, e);
                }
            }
        }
        return heads;
    }

    /** The row of a message; a damaged one is told from a store that fails, so that the others can be read. */
    private static ResultSet byKey(PreparedStatement select, long id) throws SQLException {
        select.setLong(1, id);
        try {
            return select.executeQuery();
        } catch (SQLException e) {
            if (HsqldbFailureCodes.isDamage(e)) {
                throw new StoreException(
                        StoreException.Kind.DAMAGED,
                        "the row of message " + id + " can't be read: " + e.getMessage(),
                        e);
            }
            throw e;
        }
    }

    @Override
    public List<Delivery> available(Connection connection, long entityId, Collection<Long> ids) throws SQLException {
        List<Delivery> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(AVAILABLE)) {
            for (long id : ids) {
                select.setLong(1, id);
                select.setLong(2, entityId);
                found.addAll(OrderedReads.list(select));
            }
        }
        return found;
    }

    @Override
    public Map<Long, Long> oldestFollowingDefault(Connection connection, Collection<Long> entityIds)
            throws SQLException {
        Map<Long, Long> oldest = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(sql.followingDefault())) {
            for (long entityId : entityIds) {
                for (Delivery delivery : OrderedReads.followingDefault(select, entityId, Long.MAX_VALUE, 1)) {
                    oldest.put(entityId, delivery.enqueuedAt());
                }
            }
        }
        return oldest;
    }

    @Override
    public Set<Long> havingAvailable(Connection connection, Collection<Long> entityIds, long fromPosition)
            throws SQLException {
        Set<Long> having = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(ANY_AVAILABLE)) {
            select.setLong(3, fromPosition);
            for (long entityId : entityIds) {
                select.setLong(1, entityId);
                for (int precedence = 0; precedence <= DeliveryRows.LOWEST_PRECEDENCE; precedence++) {
                    select.setInt(2, precedence);
                    try (ResultSet row = select.executeQuery()) {
                        if (row.next()) {
                            having.add(entityId);
                        }
                    }
                }
            }
        }
        return having;
    }

    @Override
    public List<Range> filled(Connection connection, long entityId, List<Range> ranges) {
        return ranges;
    }

    /** There is no index of groups, because nothing else needs one: this walks along that of the order. */
    @Override
    public void ofGroups(
            Database database, long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages) {
        Consumer<List<Delivery>> shown = page -> OrderedReads.showGroups(page, groupIds, beforeId, pages);
        for (DeliveryState state : EACH_STATE) {
            for (int precedence = 0; precedence <= DeliveryRows.LOWEST_PRECEDENCE; precedence++) {
                alongIndex(database, entityId, state, precedence, shown);
            }
        }
    }

    private void alongIndex(
            Database database, long entityId, DeliveryState state, int precedence, Consumer<List<Delivery>> pages) {
        List<Delivery> page;
        Delivery last = null;
        do {
            Delivery after = last;
            page = database.read(
                    "groups of entity " + entityId + " can't be read",
                    connection -> page(connection, entityId, state, precedence, after));
            pages.accept(page);
            last = page.isEmpty() ? last : page.get(page.size() - 1);
        } while (page.size() == PAGE_OF_GROUPS);
    }

    private List<Delivery> page(
            Connection connection, long entityId, DeliveryState state, int precedence, @Nullable Delivery after)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
            Range range = new Range(state.code(), precedence, after == null ? null : Place.of(after));
            return OrderedReads.range(select, entityId, range, PAGE_OF_GROUPS);
        }
    }
}
