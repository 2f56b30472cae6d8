package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
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

/** Functions that read deliveries along the order index, one index range at a time, and merge direct deliveries. */
public final class OrderIndexReader {

    private static final int[] UNOWNED_STATES = {1, 2, 4};

    /** Page size of reads that scan all rows of an entity. */
    private static final int GROUP_PAGE_SIZE = 20_000;

    private static final Comparator<Delivery> BY_ENQUEUED_AT =
            Comparator.comparingLong(Delivery::enqueuedAtMillis).thenComparingLong(Delivery::id);

    private OrderIndexReader() {}

    public static List<Delivery> readAll(PreparedStatement select) throws SQLException {
        try (ResultSet rows = select.executeQuery()) {
            return DeliveryRows.readAll(rows);
        }
    }

    /** Returns the first rows of a range; {@code select} is {@link ReadSql#browse}. */
    public static List<Delivery> readRange(PreparedStatement select, long entityId, IndexRange range, int limit)
            throws SQLException {
        RangeProbe.bind(select, 0, entityId, range);
        select.setInt(7, limit);
        return readAll(select);
    }

    /**
     * Returns the first rows of several ranges, one range after the other; {@code select} is {@link ReadSql#browse}.
     */
    static List<Delivery> readRanges(PreparedStatement select, long entityId, List<IndexRange> ranges, int limit)
            throws SQLException {
        List<Delivery> page = new ArrayList<>();
        for (IndexRange range : ranges) {
            if (page.size() == limit) {
                break;
            }
            page.addAll(readRange(select, entityId, range, limit - page.size()));
        }
        return page;
    }

    /** Returns a page with the direct deliveries that belong to it. */
    static List<Delivery> mergeDirect(
            List<Delivery> page, List<Delivery> directDeliveries, @Nullable Delivery after, int limit) {
        if (directDeliveries.isEmpty()) {
            return page;
        }
        List<Delivery> merged = new ArrayList<>(page);
        for (Delivery delivery : directDeliveries) {
            if (after == null || DeliveryRows.RETRIEVAL_ORDER.compare(delivery, after) > 0) {
                merged.add(delivery);
            }
        }
        merged.sort(DeliveryRows.RETRIEVAL_ORDER);
        return merged.subList(0, Math.min(limit, merged.size()));
    }

    /**
     * Returns the oldest unowned deliveries to which the default time to live applies; {@code select} is {@link
     * ReadSql#withDefaultTimeToLive}.
     */
    public static List<Delivery> withDefaultTimeToLive(
            PreparedStatement select, long entityId, long enqueuedUntilMillis, long lastPosition, int limit)
            throws SQLException {
        List<Delivery> found = new ArrayList<>();
        for (int state : UNOWNED_STATES) {
            for (int precedence = 0; precedence <= DeliveryRows.LOWEST_PRECEDENCE; precedence++) {
                select.setLong(1, entityId);
                select.setInt(2, state);
                select.setInt(3, precedence);
                select.setLong(4, lastPosition);
                select.setLong(5, enqueuedUntilMillis);
                select.setInt(6, limit);
                found.addAll(readAll(select));
            }
        }
        found.sort(BY_ENQUEUED_AT);
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    /** Function that reads one page of an entity's rows in id order. */
    @FunctionalInterface
    public interface IdPageReader {
        List<Delivery> after(Connection connection, long afterId, int limit) throws SQLException;
    }

    /**
     * Reads the rows of an entity page by page, and passes the deliveries of some groups with lower ids to a consumer.
     */
    public static void byId(
            Database database,
            long entityId,
            Set<String> groupIds,
            long beforeId,
            Consumer<List<Delivery>> pages,
            IdPageReader read) {
        long afterId = Long.MIN_VALUE;
        List<Delivery> page;
        do {
            long after = afterId;
            page = database.read(
                    "The groups of entity " + entityId + " cannot be read",
                    connection -> read.after(connection, after, GROUP_PAGE_SIZE));
            passGroups(page, groupIds, beforeId, pages);
            afterId = page.isEmpty() ? after : page.get(page.size() - 1).id();
        } while (page.size() == GROUP_PAGE_SIZE);
    }

    /** Passes the deliveries of a page that belong to some groups and have lower ids to a consumer. */
    public static void passGroups(
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
