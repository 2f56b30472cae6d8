package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.read.IndexRange;
import dev.restante.store.jdbc.read.KeyedReader;
import dev.restante.store.jdbc.read.OrderIndexReader;
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

/** Keyed reader on HSQLDB that looks up each key by itself, which costs no round trip in the same process. */
final class HsqldbKeyedReader implements KeyedReader {

    private static final Logger LOG = LoggerFactory.getLogger(HsqldbKeyedReader.class);

    static final String MESSAGE = "SELECT header, body FROM restante_message WHERE id = ?";

    static final String DIRECT_MESSAGE = "SELECT header, body FROM restante_direct_delivery WHERE id = ?";

    static final String HEADER = "SELECT id, header FROM restante_message WHERE id = ?";

    static final String AVAILABLE = DeliveryRows.SELECT + " WHERE id = ? AND entity = ? AND state = 2";

    static final String ANY_AVAILABLE = "SELECT id FROM restante_delivery"
            + " WHERE entity = ? AND state = 2 AND precedence = ? AND queue_position >= ? LIMIT 1";

    private static final int GROUP_PAGE_SIZE = 5_000;

    /**
     * Order of states in which a delivery that is released meanwhile is found as acquired, or later in its new state. A
     * deferred delivery can be acquired again, so the acquired state is also the last one.
     */
    private static final List<DeliveryState> STATE_ORDER = List.of(
            DeliveryState.ACQUIRED,
            DeliveryState.SCHEDULED,
            DeliveryState.AVAILABLE,
            DeliveryState.DEFERRED,
            DeliveryState.ACQUIRED);

    private final ReadSql sql;

    HsqldbKeyedReader(Dialect dialect) {
        this.sql = new ReadSql(dialect);
    }

    @Override
    public Map<Long, StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, StoredMessage> messages = new HashMap<>();
        // Direct deliveries come first, because messages only move from their table to the ordinary one.
        addMessages(connection, DIRECT_MESSAGE, ids, messages);
        addMessages(connection, MESSAGE, ids, messages);
        return messages;
    }

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
                                id,
                                new StoredMessage(id, StoredMessageCodec.decodeHeader(row.getBytes(1), body), body));
                    }
                }
            }
        }
    }

    @Override
    public Map<Long, byte[]> headers(Connection connection, Collection<Long> ids) throws SQLException {
        Map<Long, byte[]> headers = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(HEADER)) {
            for (long id : ids) {
                try (ResultSet row = byKey(select, id)) {
                    if (row.next()) {
                        headers.put(id, row.getBytes(2));
                    }
                } catch (StoreException e) {
                    LOG.warn("The header of message {} is damaged. No selector matches the message.", id, e);
                }
            }
        }
        return headers;
    }

    /** Returns the row of a message, and reports a damaged row as such, so that other rows can still be read. */
    private static ResultSet byKey(PreparedStatement select, long id) throws SQLException {
        select.setLong(1, id);
        try {
            return select.executeQuery();
        } catch (SQLException e) {
            if (HsqldbFailureCodes.isDamage(e)) {
                throw new StoreException(
                        StoreException.StoreFailureKind.DAMAGED,
                        "The row of message " + id + " cannot be read: " + e.getMessage(),
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
                found.addAll(OrderIndexReader.readAll(select));
            }
        }
        return found;
    }

    @Override
    public Map<Long, Long> oldestWithDefaultTimeToLive(Connection connection, Collection<Long> entityIds)
            throws SQLException {
        Map<Long, Long> oldest = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(sql.withDefaultTimeToLive())) {
            for (long entityId : entityIds) {
                for (Delivery delivery :
                        OrderIndexReader.withDefaultTimeToLive(select, entityId, Long.MAX_VALUE, Long.MAX_VALUE, 1)) {
                    oldest.put(entityId, delivery.enqueuedAtMillis());
                }
            }
        }
        return oldest;
    }

    @Override
    public Set<Long> entitiesWithAvailable(Connection connection, Collection<Long> entityIds, long fromPosition)
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
    public List<IndexRange> nonEmptyRanges(Connection connection, long entityId, List<IndexRange> ranges) {
        return ranges;
    }

    /** Reads along the order index, because no other query needs an index of groups. */
    @Override
    public void deliveriesOfGroups(
            Database database, long entityId, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages) {
        Consumer<List<Delivery>> shown = page -> OrderIndexReader.passGroups(page, groupIds, beforeId, pages);
        for (DeliveryState state : STATE_ORDER) {
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
                    "The groups of entity " + entityId + " cannot be read",
                    connection -> page(connection, entityId, state, precedence, after));
            pages.accept(page);
            last = page.isEmpty() ? last : page.get(page.size() - 1);
        } while (page.size() == GROUP_PAGE_SIZE);
    }

    private List<Delivery> page(
            Connection connection, long entityId, DeliveryState state, int precedence, @Nullable Delivery after)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
            IndexRange range =
                    new IndexRange(state.code(), precedence, after == null ? null : RetrievalPosition.of(after));
            return OrderIndexReader.readRange(select, entityId, range, GROUP_PAGE_SIZE);
        }
    }
}
