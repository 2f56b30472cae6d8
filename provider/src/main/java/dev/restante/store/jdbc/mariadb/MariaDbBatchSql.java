package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.store.jdbc.batch.FencedKind;
import dev.restante.store.jdbc.batch.RowUpdates;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The statements of a batch. No UPDATE tells which rows it has changed, and none leaves out what is locked: what nobody
 * owns is locked by a SELECT first, which does both. Updates are batches of one row each, which the driver sends
 * together.
 *
 * <p>What names many rows says by which index it finds them: with a scan of a table that was small a second ago it
 * would wait for rows of others. A DELETE can't say so, and names one row.
 *
 * <p>Each looks at the rows as they are when it has locked them, and keeps no lock of one that does not fit.
 */
final class MariaDbBatchSql {

    private static final String FENCE = "(id = ? AND owner = ? AND acquisition = ?)";

    /** What somebody else has accepted is left to him. */
    private static final String GROUP_IS_FREE =
            " AND NOT EXISTS (SELECT 1 FROM restante_message_group g WHERE g.entity = restante_delivery.entity"
                    + " AND g.group_id = restante_delivery.group_id AND g.owner <> 0 AND g.owner <> ?)";

    static final RowUpdates UPDATES = new RowUpdates("?", kind -> kind == FencedKind.REACQUIRE ? GROUP_IS_FREE : "");

    static final String REMEMBER_RECEIVE =
            "INSERT IGNORE INTO restante_receive_attempt (deliveries, kept_until, entity, attempt_id) VALUES (?, ?, ?, ?)";

    static final String RECEIVE =
            """
            SELECT deliveries, kept_until FROM restante_receive_attempt
            WHERE entity = ? AND attempt_id = ? FOR UPDATE""";

    static final String REMEMBER_OTHER_RECEIVE =
            "UPDATE restante_receive_attempt SET deliveries = ?, kept_until = ? WHERE entity = ? AND attempt_id = ?";

    /** Together with others who know of no groups in an entity. */
    static final String SHARE_GROUPS = "SELECT id FROM restante_entity WHERE id = ? LOCK IN SHARE MODE";

    /** Until the transaction ends, nobody else acquires anything of an entity whose messages have groups. */
    static final String LOCK_GROUPS = "SELECT id FROM restante_entity WHERE id = ? FOR UPDATE";

    /**
     * Groups that other nodes have, and those of which a delivery waits for its redelivery: it has kept its place,
     * those that were scheduled by their senders have one in the future.
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

    /** Along the index, whatever the statistics of a table that was empty a second ago say: it locks what it reads. */
    private static final String AVAILABLE = "SELECT " + DeliveryRows.COLUMNS
            + " FROM restante_delivery FORCE INDEX (restante_delivery_order) WHERE entity = ? AND state = 2%s%s"
            + " ORDER BY precedence, queue_position, id LIMIT ? FOR UPDATE SKIP LOCKED";

    /** For each lowest priority: made once, because each fetch asks for one. */
    private static final List<String> FREE = IntStream.rangeClosed(0, Delivery.HIGHEST_PRIORITY)
            .mapToObj(lowestPriority -> String.format(
                    Locale.ROOT,
                    AVAILABLE,
                    precedences(lowestPriority),
                    " AND COALESCE((" + SHARE_GROUPS + "), 0) IS NOT NULL"))
            .toList();

    private MariaDbBatchSql() {}

    /**
     * Of an entity whose messages have no groups, as far as is known. Before it locks a row it takes the lock for
     * groups together with others who know of none; who knows of some waits for all of these, or he would pass over the
     * first message of a group only because it is being looked at.
     */
    static String free(int lowestPriority) {
        return FREE.get(lowestPriority);
    }

    /** Of an entity whose lock for groups is taken; so many groups are left out. */
    static String freeExceptGroups(int lowestPriority, int groups) {
        return String.format(
                Locale.ROOT,
                AVAILABLE,
                precedences(lowestPriority),
                groups == 0 ? "" : " AND (group_id IS NULL OR group_id NOT IN " + RowLists.parameters(groups) + ")");
    }

    /**
     * Returns the condition of a lowest priority. It lists the values: of an interval, the server locks the row behind
     * its end too, and the fetch of another node would pass over that row.
     */
    private static String precedences(int lowestPriority) {
        return lowestPriority == 0
                ? ""
                : IntStream.rangeClosed(0, DeliveryRows.precedence(lowestPriority))
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", ", " AND precedence IN (", ")"));
    }

    /** So many rows that are locked. */
    static String acquire(int rows) {
        return "UPDATE restante_delivery FORCE INDEX (PRIMARY) SET state = 3, owner = ?, acquisition = "
                + DeliveryRows.nextAcquisition("acquisition") + ", visible_at = 0, due_at = NULL WHERE id IN "
                + RowLists.parameters(rows);
    }

    /**
     * Locks rows whose fences hold, except those that another transaction has locked; tells id, state and deadline of
     * each.
     */
    static String lockFree(int rows) {
        return "SELECT id, state, " + DeliveryRows.deadline("expires_at")
                + " FROM restante_delivery FORCE INDEX (PRIMARY) WHERE " + RowLists.times(rows, FENCE, " OR ")
                + " FOR UPDATE SKIP LOCKED";
    }

    /** A condition that keeps entities, whose ids may repeat; behind them stands how many different ones there are. */
    static String andKept(int ids, String lock) {
        return " AND (SELECT COUNT(*) FROM restante_entity_presence FORCE INDEX (PRIMARY) WHERE entity IN "
                + RowLists.parameters(ids) + lock + ") = ?";
    }

    static String entities(int ids, String lock) {
        return "SELECT entity, deletion_announced FROM restante_entity_presence FORCE INDEX (PRIMARY) WHERE entity IN "
                + RowLists.parameters(ids) + " ORDER BY entity" + lock;
    }

    static String subscriptionVersions(int topics) {
        return "SELECT id, subscription_set_version FROM restante_entity FORCE INDEX (PRIMARY) WHERE id IN "
                + RowLists.parameters(topics) + " ORDER BY id LOCK IN SHARE MODE";
    }

    /**
     * What others are remembering at this moment is waited for. {@code kept_until} is set last: the others depend on
     * what it was.
     */
    static String rememberDuplicateIds(int ids) {
        return "INSERT INTO restante_duplicate_id (entity, duplicate_id, kept_until, sent_at, message) VALUES "
                + RowLists.times(ids, "(?, ?, ?, ?, ?)", ", ")
                + """
                 ON DUPLICATE KEY UPDATE message = IF(kept_until <= VALUES(sent_at), VALUES(message), message),
                  sent_at = IF(kept_until <= VALUES(sent_at), VALUES(sent_at), sent_at),
                  kept_until = IF(kept_until <= VALUES(sent_at), VALUES(kept_until), kept_until)""";
    }

    static String duplicateIds(int ids) {
        return " FROM restante_duplicate_id FORCE INDEX (PRIMARY) WHERE "
                + RowLists.times(ids, "(entity = ? AND duplicate_id = ?)", " OR ");
    }
}
