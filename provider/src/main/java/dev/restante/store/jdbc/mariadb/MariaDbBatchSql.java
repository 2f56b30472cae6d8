package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.store.jdbc.batch.FencedChangeKind;
import dev.restante.store.jdbc.batch.FencedUpdateSql;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * SQL texts of the batch statements on MariaDB and MySQL. An UPDATE cannot return the changed rows or skip locked rows,
 * so a SELECT first locks unowned rows and skips locked ones. Updates are driver batches of one row each, sent
 * together.
 *
 * <p>Statements for many rows name their index, or the server would scan seemingly small tables and wait for the rows
 * of other transactions. A DELETE cannot name an index, and therefore names one row.
 *
 * <p>Each statement sees rows as they are after it has locked them, and keeps no lock of a row that does not match.
 */
final class MariaDbBatchSql {

    private static final String FENCE = "(id = ? AND owner = ? AND acquisition_count = ?)";

    /** Condition that excludes groups which another node has accepted. */
    private static final String GROUP_NOT_HELD =
            " AND NOT EXISTS (SELECT 1 FROM restante_message_group g WHERE g.entity = restante_delivery.entity"
                    + " AND g.group_id = restante_delivery.group_id AND g.owner <> 0 AND g.owner <> ?)";

    static final FencedUpdateSql UPDATES =
            new FencedUpdateSql("?", kind -> kind == FencedChangeKind.ACQUIRE_DEFERRED ? GROUP_NOT_HELD : "");

    static final String RECORD_RECEIVE_ATTEMPT =
            "INSERT IGNORE INTO restante_receive_attempt (deliveries, kept_until, entity, attempt_id) VALUES (?, ?, ?, ?)";

    static final String RECEIVE =
            """
            SELECT deliveries, kept_until FROM restante_receive_attempt
            WHERE entity = ? AND attempt_id = ? FOR UPDATE""";

    static final String RECORD_OTHER_RECEIVE_ATTEMPT =
            "UPDATE restante_receive_attempt SET deliveries = ?, kept_until = ? WHERE entity = ? AND attempt_id = ?";

    /** Shared lock for groups, for acquisitions that know of no groups in the entity. */
    static final String SHARE_GROUP_LOCK = "SELECT id FROM restante_entity WHERE id = ? LOCK IN SHARE MODE";

    /** Exclusive lock for groups, which blocks other acquisitions from the entity until the transaction ends. */
    static final String LOCK_GROUPS = "SELECT id FROM restante_entity WHERE id = ? FOR UPDATE";

    /**
     * Query for groups that other nodes hold, and for groups with a delivery that waits for redelivery. Such a delivery
     * has kept its position, while a delivery that its sender scheduled has a position in the future.
     */
    static final String BLOCKED_GROUPS =
            """
            SELECT group_id FROM restante_delivery WHERE entity = ? AND state IN (3, 6) AND owner <> ? AND group_id IS NOT NULL
            UNION
            SELECT group_id FROM restante_message_group WHERE entity = ? AND owner <> 0 AND owner <> ?
            UNION
            SELECT group_id FROM restante_delivery
            WHERE entity = ? AND state = 1 AND precedence IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) AND queue_position <= ?
              AND group_id IS NOT NULL""";

    /**
     * Query along the order index, whatever the statistics of a recently empty table say, because it locks each row
     * that it reads.
     */
    private static final String AVAILABLE = "SELECT " + DeliveryRows.COLUMNS
            + " FROM restante_delivery FORCE INDEX (restante_delivery_order) WHERE entity = ? AND state = 2%s%s"
            + " ORDER BY precedence, queue_position, id LIMIT ? FOR UPDATE SKIP LOCKED";

    /** Queries by lowest priority, created once because each fetch needs one. */
    private static final List<String> SELECT_AVAILABLE = IntStream.rangeClosed(0, Delivery.HIGHEST_PRIORITY)
            .mapToObj(lowestPriority -> String.format(
                    Locale.ROOT,
                    AVAILABLE,
                    precedences(lowestPriority),
                    " AND COALESCE((" + SHARE_GROUP_LOCK + "), 0) IS NOT NULL"))
            .toList();

    private MariaDbBatchSql() {}

    /**
     * Returns the query for an entity without known message groups. Before it locks a row, it takes the shared lock for
     * groups. An acquisition that knows of groups takes the exclusive lock, because it might otherwise skip a group's
     * first message that another acquisition has locked.
     */
    static String selectAvailable(int lowestPriority) {
        return SELECT_AVAILABLE.get(lowestPriority);
    }

    /** Returns the query for an entity whose lock for groups is held, without a number of groups. */
    static String selectAvailableExceptGroups(int lowestPriority, int groups) {
        return String.format(
                Locale.ROOT,
                AVAILABLE,
                precedences(lowestPriority),
                groups == 0
                        ? ""
                        : " AND (group_id IS NULL OR group_id NOT IN " + PaddedParameterLists.parameters(groups) + ")");
    }

    /**
     * Returns the condition of a lowest priority. It lists the values, because an interval also locks the row behind
     * its end, which another node's fetch would then skip.
     */
    private static String precedences(int lowestPriority) {
        return lowestPriority == 0
                ? ""
                : IntStream.rangeClosed(0, DeliveryRows.precedence(lowestPriority))
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", ", " AND precedence IN (", ")"));
    }

    static String acquire(int rows) {
        return "UPDATE restante_delivery FORCE INDEX (PRIMARY) SET state = 3, owner = ?, acquisition_count = "
                + DeliveryRows.nextAcquisition("acquisition_count") + ", visible_at = 0, due_at = NULL WHERE id IN "
                + PaddedParameterLists.parameters(rows);
    }

    /**
     * Returns the query that locks rows by fencing token, except locked ones, and returns id, state and expiry time of
     * each.
     */
    static String lockUnlocked(int rows) {
        return "SELECT id, state, " + DeliveryRows.expiryTime("expires_at")
                + " FROM restante_delivery FORCE INDEX (PRIMARY) WHERE "
                + PaddedParameterLists.repeat(rows, FENCE, " OR ")
                + " FOR UPDATE SKIP LOCKED";
    }

    /**
     * Returns a condition that locks entities against deletion. The parameters are their ids, which may repeat, and the
     * number of distinct ids.
     */
    static String andEntitiesLocked(int ids, String lock) {
        return " AND (SELECT COUNT(*) FROM restante_entity_presence FORCE INDEX (PRIMARY) WHERE entity IN "
                + PaddedParameterLists.parameters(ids) + lock + ") = ?";
    }

    static String entities(int ids, String lock) {
        return "SELECT entity, deletion_announced FROM restante_entity_presence FORCE INDEX (PRIMARY) WHERE entity IN "
                + PaddedParameterLists.parameters(ids) + " ORDER BY entity" + lock;
    }

    static String subscriptionVersions(int topics) {
        return "SELECT id, subscription_set_version FROM restante_entity FORCE INDEX (PRIMARY) WHERE id IN "
                + PaddedParameterLists.parameters(topics) + " ORDER BY id LOCK IN SHARE MODE";
    }

    /**
     * Returns the insert of duplicate ids, which waits for concurrent transactions with the same ids. It sets
     * {@code kept_until} last, because the other assignments depend on the former value.
     */
    static String recordDuplicateIds(int ids) {
        return "INSERT INTO restante_duplicate_id (entity, duplicate_id, kept_until, sent_at, message) VALUES "
                + PaddedParameterLists.repeat(ids, "(?, ?, ?, ?, ?)", ", ")
                + """
                 ON DUPLICATE KEY UPDATE message = IF(kept_until <= VALUES(sent_at), VALUES(message), message),
                  sent_at = IF(kept_until <= VALUES(sent_at), VALUES(sent_at), sent_at),
                  kept_until = IF(kept_until <= VALUES(sent_at), VALUES(kept_until), kept_until)""";
    }

    static String duplicateIds(int ids) {
        return " FROM restante_duplicate_id FORCE INDEX (PRIMARY) WHERE "
                + PaddedParameterLists.repeat(ids, "(entity = ? AND duplicate_id = ?)", " OR ");
    }
}
