package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.Place;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds what belongs to some groups of an entity, and what of its groups has expired. There is no index of groups, because nothing else needs one: both read all rows of the entity. */
final class GroupReads {

    static final String EXPIRED = DeliveryRows.SELECT + " WHERE entity = ? AND group_id IS NOT NULL AND owner = 0"
            + " AND (expires_at <= ? OR (expires_at IS NULL AND enqueued_at <= ?)) LIMIT ?";

    private static final String OF_ENTITY =
            DeliveryRows.SELECT + " WHERE entity = ? AND id > ? AND id < ? AND group_id%s ORDER BY id LIMIT ?";

    /** Of a few groups: they are compared with each row one after the other. */
    static final String OF_GROUPS = OF_ENTITY.formatted(" = ANY(?)");

    /** Of many groups, to look them up here. */
    static final String OF_ANY_GROUP = OF_ENTITY.formatted(" IS NOT NULL");

    private static final int FEW_GROUPS = 200;

    /** All rows are looked at for each page of theirs. */
    private static final int PAGE_OF_GROUPS = 20_000;

    private static final int PAGE = 5_000;

    /** What is released while this reads is acquired when it is first looked for, or where it has gone when that is looked at; what is deferred can be acquired again. */
    private static final List<DeliveryState> EACH_STATE = List.of(
            DeliveryState.ACQUIRED,
            DeliveryState.SCHEDULED,
            DeliveryState.AVAILABLE,
            DeliveryState.DEFERRED,
            DeliveryState.ACQUIRED);

    private final Database database;
    private final ReadSql sql;
    private final long entityId;
    private final Set<String> groupIds;
    private final long beforeId;

    GroupReads(Database database, ReadSql sql, long entityId, Set<String> groupIds, long beforeId) {
        this.database = database;
        this.sql = sql;
        this.entityId = entityId;
        this.groupIds = groupIds;
        this.beforeId = beforeId;
    }

    void show(Consumer<List<Delivery>> pages) {
        if (database.dialect().arrays()) {
            together(pages);
        } else {
            alongIndex(pages);
        }
    }

    private void together(Consumer<List<Delivery>> pages) {
        boolean few = groupIds.size() <= FEW_GROUPS;
        long afterId = Long.MIN_VALUE;
        List<Delivery> page;
        do {
            long after = afterId;
            page = database.read("groups of entity " + entityId + " can't be read", connection -> {
                try (PreparedStatement select = connection.prepareStatement(few ? OF_GROUPS : OF_ANY_GROUP)) {
                    select.setLong(1, entityId);
                    select.setLong(2, after);
                    select.setLong(3, beforeId);
                    if (few) {
                        select.setArray(4, connection.createArrayOf("text", groupIds.toArray()));
                    }
                    select.setInt(few ? 5 : 4, PAGE_OF_GROUPS);
                    return OrderedReads.list(select);
                }
            });
            show(page, pages);
            afterId = page.isEmpty() ? after : page.get(page.size() - 1).id();
        } while (page.size() == PAGE_OF_GROUPS);
    }

    private void show(List<Delivery> page, Consumer<List<Delivery>> pages) {
        List<Delivery> found = page.stream()
                .filter(delivery ->
                        delivery.id() < beforeId && delivery.groupId() != null && groupIds.contains(delivery.groupId()))
                .toList();
        if (!found.isEmpty()) {
            pages.accept(found);
        }
    }

    private void alongIndex(Consumer<List<Delivery>> pages) {
        for (DeliveryState state : EACH_STATE) {
            for (int precedence = 0; precedence <= DeliveryRows.LOWEST_PRECEDENCE; precedence++) {
                alongIndex(state, precedence, pages);
            }
        }
    }

    private void alongIndex(DeliveryState state, int precedence, Consumer<List<Delivery>> pages) {
        List<Delivery> page;
        Delivery last = null;
        do {
            Delivery after = last;
            page = database.read(
                    "groups of entity " + entityId + " can't be read",
                    connection -> page(connection, state, precedence, after));
            show(page, pages);
            last = page.isEmpty() ? last : page.get(page.size() - 1);
        } while (page.size() == PAGE);
    }

    private List<Delivery> page(Connection connection, DeliveryState state, int precedence, @Nullable Delivery after)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql.browse())) {
            return OrderedReads.range(
                    select, entityId, state.code(), precedence, after == null ? null : Place.of(after), PAGE);
        }
    }
}
