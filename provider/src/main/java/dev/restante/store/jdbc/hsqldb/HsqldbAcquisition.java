package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.DeliveryReader;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.read.BlockedGroups;
import dev.restante.store.jdbc.read.OrderedReads;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Acquires row by row from a store that nobody else uses. What other receivers of this node have of a group, this node
 * knows; only groups that wait for a redelivery are looked up.
 *
 * <p>For one request.
 */
final class HsqldbAcquisition {

    private final StatementCache statements;
    private final HsqldbBatchSql sql;
    private final AcquireRequest request;
    private final List<Delivery> found = new ArrayList<>();
    private long bytes;
    private @Nullable Set<String> blockedGroups;

    HsqldbAcquisition(StatementCache statements, HsqldbBatchSql sql, AcquireRequest request) {
        this.statements = statements;
        this.sql = sql;
        this.request = request;
    }

    /** Executes the request; what it acquires belongs to an incarnation then. */
    Acquired acquire(long incarnation) throws SQLException {
        select();
        boolean exhausted = found.size() < request.limit() && bytes < request.maxBytes();
        if (found.isEmpty()) {
            return new Acquired(found, exhausted, blockedGroups);
        }
        PreparedStatement update = statements.get(HsqldbBatchSql.ACQUIRE);
        for (Delivery delivery : found) {
            update.setLong(1, incarnation);
            update.setLong(2, delivery.id());
            update.setInt(3, delivery.ref().acquisition());
            update.addBatch();
        }
        boolean[] hits = UpdateCounts.hits(update.executeBatch());
        List<Delivery> acquired = new ArrayList<>(found.size());
        for (int i = 0; i < hits.length; i++) {
            if (hits[i]) {
                acquired.add(found.get(i).acquiredBy(incarnation));
            }
        }
        return new Acquired(acquired, exhausted, blockedGroups);
    }

    /** How many rows were written. */
    int rowsWritten() {
        return found.size();
    }

    private void select() throws SQLException {
        int lowestPriority = request.range().lowestPriority();
        if (lowestPriority > 0) {
            select(0, DeliveryRows.precedence(lowestPriority), null);
            return;
        }
        PreparedStatement first = statements.get(sql.selectAvailable());
        first.setLong(1, request.entityId());
        first.setInt(2, request.limit());
        Delivery last = take(first, request.limit());
        if (last == null || full()) {
            return;
        }
        // Something was left out, and there may be more behind it.
        select(DeliveryRows.precedence(last.priority()), DeliveryRows.LOWEST_PRECEDENCE, last);
    }

    /** Takes of these precedences what is behind a delivery of the first one, or everything if it is null. */
    private void select(int firstPrecedence, int lastPrecedence, @Nullable Delivery last) throws SQLException {
        for (int precedence = firstPrecedence; precedence <= lastPrecedence && !full(); precedence++) {
            Delivery after = precedence == firstPrecedence ? last : null;
            do {
                after = take(rest(precedence, after), request.limit());
            } while (after != null && !full());
        }
    }

    private PreparedStatement rest(int precedence, @Nullable Delivery after) throws SQLException {
        PreparedStatement rest = statements.get(sql.selectAvailableAfter());
        rest.setLong(1, request.entityId());
        rest.setInt(2, precedence);
        rest.setLong(3, after == null ? 0 : after.position());
        rest.setLong(4, after == null ? -1 : after.position());
        rest.setLong(5, after == null ? 0 : after.id());
        rest.setInt(6, request.limit());
        return rest;
    }

    private boolean full() {
        return found.size() >= request.limit() || bytes >= request.maxBytes();
    }

    /** Takes what may be acquired of a page; returns its last row if the page was full, else null. */
    private @Nullable Delivery take(PreparedStatement select, int limit) throws SQLException {
        List<Delivery> page = OrderedReads.list(select);
        for (Delivery delivery : page) {
            if (!full() && mayBeAcquired(delivery)) {
                bytes += delivery.size();
                found.add(delivery);
            }
        }
        return page.size() == limit ? page.get(limit - 1) : null;
    }

    private boolean mayBeAcquired(Delivery delivery) throws SQLException {
        String groupId = delivery.groupId();
        return groupId == null
                || !(request.exceptGroups().contains(groupId) || blocked().contains(groupId));
    }

    private Set<String> blocked() throws SQLException {
        Set<String> known = blockedGroups;
        if (known == null) {
            Map<String, DeliveryReader.Blocker> found = new HashMap<>();
            BlockedGroups.addPrepared(statements.get(BlockedGroups.PREPARED), request.entityId(), found);
            if (anyScheduled()) {
                BlockedGroups.addWaiting(
                        statements.get(BlockedGroups.WAITING), request.entityId(), request.upToPosition(), found);
            }
            known = found.keySet();
            blockedGroups = known;
        }
        return known;
    }

    private boolean anyScheduled() throws SQLException {
        PreparedStatement any = statements.get(HsqldbBatchSql.ANY_SCHEDULED);
        any.setLong(1, request.entityId());
        try (ResultSet row = any.executeQuery()) {
            return row.next();
        }
    }
}
