package dev.restante.store.jdbc.batch;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Acquires from a store that other nodes use too. A group belongs to the node that has acquired something of it, for as
 * long as it has; so whoever acquires anything that has a group holds the entity's lock for groups until his batch
 * ends, and sees what others have. Those who have seen no groups in an entity acquire from it at the same time; they
 * share its lock, so that nobody who has seen some acquires beside them.
 */
public abstract class SharedAcquisition {

    private final StatementCache statements;
    private final long incarnation;
    private final String blockedGroups;

    /** Entities in which a delivery with a group was seen. */
    private final Set<Long> grouped = new HashSet<>();

    /**
     * That of a writer.
     *
     * @param blockedGroups selects the groups of an entity that the incarnation may not acquire, with entity and
     *     incarnation twice each, and the entity and the latest position of what waits for its redelivery
     */
    protected SharedAcquisition(StatementCache statements, long incarnation, String blockedGroups) {
        this.statements = statements;
        this.incarnation = incarnation;
        this.blockedGroups = blockedGroups;
    }

    protected final StatementCache statements() {
        return statements;
    }

    protected final long incarnation() {
        return incarnation;
    }

    /** Takes what is free, with or without a group, and shares the entity's lock for groups. */
    protected abstract List<Delivery> take(AcquireRequest request) throws SQLException;

    /** Takes what is free and in none of some groups, with the entity's lock for groups. */
    protected abstract List<Delivery> takeExcept(AcquireRequest request, Set<String> groups) throws SQLException;

    /** Acquires what was taken, if that has not been done yet; returns it as it is then, in its order. */
    protected abstract List<Delivery> acquired(List<Delivery> taken) throws SQLException;

    /** Waits for batches of other nodes that acquire groups of the same entity; what they acquired can be seen then. */
    protected abstract void lockGroups(long entityId) throws SQLException;

    /**
     * Null if it came upon the first group of the entity: what it has taken must be undone, because the lock that it
     * shares can't be made its own, and asked for again.
     */
    public final @Nullable Acquired acquire(AcquireRequest request) throws SQLException {
        if (!grouped.contains(request.entityId())) {
            List<Delivery> taken = take(request);
            if (taken.stream().allMatch(delivery -> delivery.groupId() == null)) {
                return result(request, taken, null);
            }
            grouped.add(request.entityId());
            return null;
        }
        lockGroups(request.entityId());
        Set<String> blocked = blocked(request.entityId(), request.upToPosition());
        Set<String> except = new HashSet<>(blocked);
        except.addAll(request.exceptGroups());
        return result(request, takeExcept(request, except), blocked);
    }

    private Acquired result(AcquireRequest request, List<Delivery> taken, @Nullable Set<String> blocked)
            throws SQLException {
        List<Delivery> acquired = acquired(taken);
        long bytes = acquired.stream().mapToLong(Delivery::size).sum();
        return new Acquired(acquired, acquired.size() < request.limit() && bytes < request.maxBytes(), blocked);
    }

    private Set<String> blocked(long entityId, long upToPosition) throws SQLException {
        PreparedStatement select = statements.get(blockedGroups);
        select.setLong(1, entityId);
        select.setLong(2, incarnation);
        select.setLong(3, entityId);
        select.setLong(4, incarnation);
        select.setLong(5, entityId);
        select.setLong(6, upToPosition);
        Set<String> blocked = new HashSet<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                blocked.add(rows.getString(1));
            }
        }
        return blocked;
    }

    /** Those rows that may be acquired as far as their groups are concerned. */
    public final List<FencedRow> permitted(List<FencedRow> rows) throws SQLException {
        Map<Long, Set<String>> blocked = new HashMap<>();
        List<FencedRow> permitted = new ArrayList<>(rows.size());
        for (FencedRow row : rows) {
            Change.Acquire acquire = (Change.Acquire) row.change();
            if (acquire.groupId() == null
                    || !blockedElsewhere(acquire.entityId(), blocked).contains(acquire.groupId())) {
                permitted.add(row);
            }
        }
        return permitted;
    }

    private Set<String> blockedElsewhere(long entityId, Map<Long, Set<String>> known) throws SQLException {
        Set<String> blocked = known.get(entityId);
        if (blocked == null) {
            lockGroups(entityId);
            // What waits for its redelivery was looked up by whoever searched.
            blocked = blocked(entityId, 0);
            known.put(entityId, blocked);
        }
        return blocked;
    }
}
