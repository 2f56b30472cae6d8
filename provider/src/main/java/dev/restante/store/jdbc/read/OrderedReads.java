package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.IdLayout;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads along the order index, range by range, and what has no row there yet. */
public final class OrderedReads {

    private static final int[] UNOWNED_STATES = {1, 2, 4};

    /** Where all rows are looked at for each page of theirs. */
    private static final int PAGE_OF_GROUPS = 20_000;

    private static final Comparator<Delivery> BY_ENQUEUED_AT =
            Comparator.comparingLong(Delivery::enqueuedAt).thenComparingLong(Delivery::id);

    private OrderedReads() {}

    /** The rows of a statement, with their notes. */
    public static List<Delivery> list(PreparedStatement select) throws SQLException {
        try (ResultSet rows = select.executeQuery()) {
            return DeliveryRows.readAll(rows);
        }
    }

    /** Returns the first rows of a range; {@code select} is {@link ReadSql#browse}. */
    public static List<Delivery> range(PreparedStatement select, long entityId, Range range, int limit)
            throws SQLException {
        RangeProbe.bind(select, 0, entityId, range);
        select.setInt(7, limit);
        return list(select);
    }

    /** Returns the first rows of several ranges, one range after the other; {@code select} as above. */
    static List<Delivery> ranges(PreparedStatement select, long entityId, List<Range> ranges, int limit)
            throws SQLException {
        List<Delivery> page = new ArrayList<>();
        for (Range range : ranges) {
            if (page.size() == limit) {
                break;
            }
            page.addAll(range(select, entityId, range, limit - page.size()));
        }
        return page;
    }

    /** A page with those that were born acquired and belong on it. */
    static List<Delivery> withBorn(List<Delivery> page, List<Delivery> born, @Nullable Delivery after, int limit) {
        if (born.isEmpty()) {
            return page;
        }
        List<Delivery> merged = new ArrayList<>(page);
        for (Delivery delivery : born) {
            if (after == null || DeliveryRows.RETRIEVAL_ORDER.compare(delivery, after) > 0) {
                merged.add(delivery);
            }
        }
        merged.sort(DeliveryRows.RETRIEVAL_ORDER);
        return merged.subList(0, Math.min(limit, merged.size()));
    }

    /**
     * Those nobody owns that follow the default time to live, by when they were enqueued; {@code select} is
     * {@link ReadSql#followingDefault}.
     */
    public static List<Delivery> followingDefault(
            PreparedStatement select, long entityId, long enqueuedUntilMillis, int limit) throws SQLException {
        List<Delivery> found = new ArrayList<>();
        for (int state : UNOWNED_STATES) {
            for (int precedence = 0; precedence <= DeliveryRows.LOWEST_PRECEDENCE; precedence++) {
                select.setLong(1, entityId);
                select.setInt(2, state);
                select.setInt(3, precedence);
                select.setLong(4, IdLayout.lastPositionAt(enqueuedUntilMillis));
                select.setLong(5, enqueuedUntilMillis);
                select.setInt(6, limit);
                found.addAll(list(select));
            }
        }
        found.sort(BY_ENQUEUED_AT);
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    /** Reads a page of an entity's rows in the order of their ids. */
    @FunctionalInterface
    public interface PageById {
        List<Delivery> after(Connection connection, long afterId, int limit) throws SQLException;
    }

    /** Shows what belongs to some groups and has an id before another, page by page of all that a database finds. */
    public static void byId(
            Database database,
            long entityId,
            Set<String> groupIds,
            long beforeId,
            Consumer<List<Delivery>> pages,
            PageById read) {
        long afterId = Long.MIN_VALUE;
        List<Delivery> page;
        do {
            long after = afterId;
            page = database.read(
                    "groups of entity " + entityId + " can't be read",
                    connection -> read.after(connection, after, PAGE_OF_GROUPS));
            showGroups(page, groupIds, beforeId, pages);
            afterId = page.isEmpty() ? after : page.get(page.size() - 1).id();
        } while (page.size() == PAGE_OF_GROUPS);
    }

    /** Shows what of a page belongs to some groups and has an id before another. */
    public static void showGroups(
            List<Delivery> page, Set<String> groupIds, long beforeId, Consumer<List<Delivery>> pages) {
        List<Delivery> found = page.stream()
                .filter(delivery ->
                        delivery.id() < beforeId && delivery.groupId() != null && groupIds.contains(delivery.groupId()))
                .toList();
        if (!found.isEmpty()) {
            pages.accept(found);
        }
    }
}
