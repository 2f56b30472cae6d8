package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.DeliveryReader;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.read.BlockedGroupReader;
import dev.restante.store.jdbc.read.OrderIndexReader;
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
 * Acquisition of deliveries row by row from an HSQLDB store, which one process has for itself. This node knows the
 * groups that its receivers hold, so only groups that wait for redelivery are queried.
 *
 * <p>An object serves one request.
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

    /** Executes the request, and makes an incarnation the owner of the deliveries. */
    AcquireResult acquire(long incarnation) throws SQLException {
        select();
        boolean exhausted = found.size() < request.limit() && bytes < request.maxBytes();
        if (found.isEmpty()) {
            return new AcquireResult(found, exhausted, blockedGroups);
        }
        PreparedStatement update = statements.prepare(HsqldbBatchSql.ACQUIRE);
        for (Delivery delivery : found) {
            update.setLong(1, incarnation);
            update.setLong(2, delivery.id());
            update.setInt(3, delivery.ref().acquisitionCount());
            update.addBatch();
        }
        boolean[] changed = UpdateCounts.changedRows(update.executeBatch());
        List<Delivery> acquired = new ArrayList<>(found.size());
        for (int i = 0; i < changed.length; i++) {
            if (changed[i]) {
                acquired.add(found.get(i).acquiredBy(incarnation));
            }
        }
        return new AcquireResult(acquired, exhausted, blockedGroups);
    }

    int rowsWritten() {
        return found.size();
    }

    private void select() throws SQLException {
        int lowestPriority = request.range().lowestPriority();
        if (lowestPriority > 0) {
            select(0, DeliveryRows.precedence(lowestPriority), null);
            return;
        }
        PreparedStatement first = statements.prepare(sql.selectAvailable());
        first.setLong(1, request.entityId());
        first.setInt(2, request.limit());
        Delivery last = addAcquirable(first, request.limit());
        if (last == null || isLimitReached()) {
            return;
        }
        // Some deliveries were skipped, and more may follow.
        select(DeliveryRows.precedence(last.priority()), DeliveryRows.LOWEST_PRECEDENCE, last);
    }

    /**
     * Adds deliveries of these precedences, but of the first one only deliveries after {@code last} if that is not
     * null.
     */
    private void select(int firstPrecedence, int lastPrecedence, @Nullable Delivery last) throws SQLException {
        for (int precedence = firstPrecedence; precedence <= lastPrecedence && !isLimitReached(); precedence++) {
            Delivery after = precedence == firstPrecedence ? last : null;
            do {
                after = addAcquirable(selectAfter(precedence, after), request.limit());
            } while (after != null && !isLimitReached());
        }
    }

    private PreparedStatement selectAfter(int precedence, @Nullable Delivery after) throws SQLException {
        PreparedStatement rest = statements.prepare(sql.selectAvailableAfter());
        rest.setLong(1, request.entityId());
        rest.setInt(2, precedence);
        rest.setLong(3, after == null ? 0 : after.position());
        rest.setLong(4, after == null ? -1 : after.position());
        rest.setLong(5, after == null ? 0 : after.id());
        rest.setInt(6, request.limit());
        return rest;
    }

    private boolean isLimitReached() {
        return found.size() >= request.limit() || bytes >= request.maxBytes();
    }

    /** Adds the acquirable deliveries of a page; returns the last delivery of a full page, else null. */
    private @Nullable Delivery addAcquirable(PreparedStatement select, int limit) throws SQLException {
        List<Delivery> page = OrderIndexReader.readAll(select);
        for (Delivery delivery : page) {
            if (!isLimitReached() && isAcquirable(delivery)) {
                bytes += delivery.size();
                found.add(delivery);
            }
        }
        return page.size() == limit ? page.get(limit - 1) : null;
    }

    private boolean isAcquirable(Delivery delivery) throws SQLException {
        String groupId = delivery.groupId();
        return groupId == null
                || !(request.excludedGroups().contains(groupId) || blocked().contains(groupId));
    }

    private Set<String> blocked() throws SQLException {
        Set<String> known = blockedGroups;
        if (known == null) {
            Map<String, DeliveryReader.GroupBlocker> found = new HashMap<>();
            BlockedGroupReader.addPreparedGroups(
                    statements.prepare(BlockedGroupReader.PREPARED), request.entityId(), found);
            if (anyScheduled()) {
                BlockedGroupReader.addRedeliveryGroups(
                        statements.prepare(BlockedGroupReader.WAITING),
                        request.entityId(),
                        request.maxPosition(),
                        found);
            }
            known = found.keySet();
            blockedGroups = known;
        }
        return known;
    }

    private boolean anyScheduled() throws SQLException {
        PreparedStatement any = statements.prepare(HsqldbBatchSql.ANY_SCHEDULED);
        any.setLong(1, request.entityId());
        try (ResultSet row = any.executeQuery()) {
            return row.next();
        }
    }
}
