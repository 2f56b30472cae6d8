package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.batch.FencedChangeKind;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Locale;

/**
 * SQL texts of the batch statements on PostgreSQL, each for all rows of a kind, with columns as arrays and the changed
 * rows as result. State codes: 1 SCHEDULED, 2 AVAILABLE, 3 ACQUIRED, 4 DEFERRED, 5 PREPARED_ENQUEUE, 6 PREPARED_SETTLE,
 * 7 REPEATING, 8 PREPARED_REPEATING. {@code due_at} is the next instant at which an unowned delivery becomes due, and
 * null on owned rows.
 *
 * <p>Any node may change unowned rows. Statements for them skip locked rows, which count as missed, so that a batch
 * does not wait. Only the owner changes an owned row. It waits for a transaction that tried to acquire the row too
 * late, which locks it until its batch ends. Acquisitions come last in a batch, which then waits for nothing more.
 *
 * <p>The planner can find the rows of a list only by primary key, row by row, whatever the statistics say.
 * {@code id = ANY(ARRAY[f.id])} cannot be the clause of a merge join, which would read a whole index. {@code + 0}
 * excludes the other indexes of a column.
 */
public final class PostgresBatchSql {

    /**
     * Condition on state and expiry time that an unowned row must still have; nulls for a change that requires neither.
     */
    private static final String UNCHANGED_CONDITION =
            "AND (f.expected_state IS NULL OR (d.state = f.expected_state AND "
                    + DeliveryRows.expiryTime("d.expires_at") + " = f.expected_expires_at)) ";

    private PostgresBatchSql() {}

    private static String fences(String moreArrays, String moreColumns) {
        return "unnest(?::bigint[], ?::bigint[], ?::int[]" + moreArrays
                + ") AS f(fenced_id, fenced_owner, fenced_acquisition" + moreColumns + ")";
    }

    /**
     * Returns the start of a statement that locks the rows of fencing tokens and skips rows that another session has
     * locked.
     */
    private static String unlockedRows(String moreArrays, String moreColumns, String condition) {
        return String.format(
                Locale.ROOT,
                """
                WITH fence AS (SELECT * FROM %s),
                free AS MATERIALIZED (
                  SELECT d.id, f.* FROM fence f
                  JOIN restante_delivery d ON d.id = ANY(ARRAY[f.fenced_id])
                  WHERE d.owner = f.fenced_owner AND d.acquisition_count = f.fenced_acquisition %s
                  FOR UPDATE OF d SKIP LOCKED)
                """,
                fences(", ?::int[], ?::bigint[]" + moreArrays, ", expected_state, expected_expires_at" + moreColumns),
                UNCHANGED_CONDITION + condition);
    }

    /**
     * Fenced UPDATE of many rows whose values are array parameters.
     *
     * @param moreArrays the placeholders of further arrays
     * @param moreColumns the column names of these arrays
     * @param condition the further condition on a row
     * @param settings the assignments of the SET clause
     */
    public record FencedArrayUpdate(String moreArrays, String moreColumns, String condition, String settings) {

        /**
         * Returns the update with annotations that replace those of the delivery; their parameters are the last ones.
         */
        FencedArrayUpdate withAnnotations() {
            return new FencedArrayUpdate(
                    moreArrays + ", ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bytea[]",
                    moreColumns + ", new_expiration, new_reason, new_description, new_source, new_properties",
                    condition,
                    settings + ", original_expiration = new_expiration, dead_letter_reason = new_reason,"
                            + " dead_letter_description = new_description, dead_letter_source = new_source, changed_properties = new_properties");
        }

        /** Returns the statement for rows of any owner, which skips locked rows. */
        public String sqlSkippingLocked() {
            return unlockedRows(moreArrays, moreColumns, condition) + "UPDATE restante_delivery d SET " + settings
                    + " FROM free WHERE d.id = ANY(ARRAY[free.id]) RETURNING d.id";
        }

        /**
         * Returns the statement for owned rows. It waits for locks of other transactions and then reads the rows again.
         * With some plans, for example generic ones, PostgreSQL skips rows that were changed meanwhile although they
         * match their fencing tokens. The skipped rows are locked, so that a second execution finds them.
         */
        public String sqlForOwned() {
            return "UPDATE restante_delivery d SET " + settings + " FROM " + fences(moreArrays, moreColumns)
                    + " WHERE d.id = ANY(ARRAY[f.fenced_id]) AND d.owner = f.fenced_owner AND d.acquisition_count = f.fenced_acquisition "
                    + condition + " RETURNING d.id";
        }
    }

    public static final FencedArrayUpdate COUNT_ATTEMPT =
            new FencedArrayUpdate(", ?::int[]", ", new_count", "", "delivery_count = new_count");

    public static final FencedArrayUpdate RETURN_UNDELIVERED = new FencedArrayUpdate(
            "",
            "",
            "",
            "state = " + DeliveryRows.returnStateSql(2) + ", owner = 0, visible_at = 0, due_at = d.expires_at");

    public static final FencedArrayUpdate RELEASE = new FencedArrayUpdate(
            ", ?::int[]",
            ", new_count",
            "",
            "state = " + DeliveryRows.returnStateSql(2)
                    + ", owner = 0, visible_at = 0, due_at = d.expires_at, delivery_count = new_count, redelivery_suspected = FALSE");

    public static final FencedArrayUpdate RELEASE_DELAYED = new FencedArrayUpdate(
            ", ?::int[], ?::bigint[]",
            ", new_count, new_visible_at",
            "",
            "state = " + DeliveryRows.returnStateSql(1)
                    + ", owner = 0, visible_at = CASE WHEN returns_deferred THEN 0 ELSE new_visible_at END,"
                    + " due_at = CASE WHEN returns_deferred THEN d.expires_at ELSE LEAST(d.expires_at, new_visible_at) END,"
                    + " delivery_count = new_count, redelivery_suspected = FALSE");

    public static final FencedArrayUpdate PROMOTE =
            new FencedArrayUpdate("", "", "AND d.state + 0 = 1", "state = 2, visible_at = 0, due_at = d.expires_at");

    public static final FencedArrayUpdate RESCHEDULE = new FencedArrayUpdate(
            ", ?::bigint[], ?::bigint[]",
            ", new_visible_at, new_position",
            "AND d.state + 0 = 7",
            "visible_at = new_visible_at, enqueued_at = new_visible_at, due_at = new_visible_at,"
                    + " queue_position = new_position, acquisition_count = "
                    + DeliveryRows.nextAcquisition("d.acquisition_count"));

    public static final FencedArrayUpdate MOVE = new FencedArrayUpdate(
            ", ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::int[]",
            ", new_entity, new_position, new_enqueued_at, new_expires_at, new_key, new_count",
            "",
            "entity = new_entity, value_key = new_key, state = 2, owner = 0, queue_position = new_position, visible_at = 0,"
                    + " enqueued_at = new_enqueued_at, expires_at = new_expires_at, due_at = new_expires_at,"
                    + " delivery_count = new_count, redelivery_suspected = FALSE, returns_deferred = FALSE, acquisition_count = "
                    + DeliveryRows.nextAcquisition("d.acquisition_count"));

    public static final FencedArrayUpdate UNDEFER = new FencedArrayUpdate(
            ", ?::int[]",
            ", new_count",
            "AND d.state + 0 IN (3, 4)",
            "state = 2, owner = 0, visible_at = 0, due_at = d.expires_at, delivery_count = new_count, redelivery_suspected = FALSE,"
                    + " returns_deferred = FALSE, acquisition_count = "
                    + DeliveryRows.nextAcquisition("d.acquisition_count"));

    public static final FencedArrayUpdate DEFER = new FencedArrayUpdate(
            ", ?::int[]",
            ", new_count",
            "",
            "state = 4, owner = 0, visible_at = 0, due_at = d.expires_at, delivery_count = new_count, redelivery_suspected = FALSE");

    public static final FencedArrayUpdate ACQUIRE_DEFERRED = new FencedArrayUpdate(
            ", ?::bigint[]",
            ", new_owner",
            "AND d.state + 0 = 4 AND NOT EXISTS (SELECT 1 FROM restante_message_group g"
                    + " WHERE g.entity = ANY(ARRAY[d.entity])"
                    + " AND g.group_id = d.group_id AND g.owner + 0 <> 0 AND g.owner <> new_owner)",
            "state = 3, owner = new_owner, acquisition_count = " + DeliveryRows.nextAcquisition("d.acquisition_count")
                    + ", due_at = NULL, returns_deferred = TRUE");

    static final FencedArrayUpdate TAKE_OVER = new FencedArrayUpdate(
            ", ?::bigint[]",
            ", new_owner",
            "AND d.state + 0 = 3",
            "owner = new_owner, acquisition_count = " + DeliveryRows.nextAcquisition("d.acquisition_count"));

    static final FencedArrayUpdate PREPARE_SETTLEMENT = new FencedArrayUpdate(
            ", ?::bigint[]", ", new_owner", "AND d.state + 0 = 3", "state = 6, owner = new_owner");

    static final FencedArrayUpdate COMMIT_PREPARED_SEND = new FencedArrayUpdate(
            "",
            "",
            "AND d.state + 0 IN (5, 8)",
            "state = CASE WHEN d.state = 8 THEN 7 WHEN d.visible_at > 0 THEN 1 ELSE 2 END, owner = 0,"
                    + " due_at = LEAST(d.expires_at, NULLIF(d.visible_at, 0))");

    public static final FencedArrayUpdate ACQUIRE_THESE = new FencedArrayUpdate(
            ", ?::bigint[], ?::bigint[]",
            ", new_entity, new_owner",
            "AND d.state + 0 = 2 AND d.entity + 0 = f.new_entity",
            "state = 3, owner = new_owner, acquisition_count = " + DeliveryRows.nextAcquisition("d.acquisition_count")
                    + ", visible_at = 0, due_at = NULL");

    /** Update of acquired rows of any owner, which skips locked rows. */
    static final FencedArrayUpdate EXPIRE = new FencedArrayUpdate(
            ", ?::bigint[]", ", new_expires_at", "AND d.state + 0 = 3", "expires_at = new_expires_at");

    /** Returns the update for a kind of change, without annotations. */
    static FencedArrayUpdate update(FencedChangeKind kind) {
        return switch (kind) {
            case COUNT_ATTEMPT -> COUNT_ATTEMPT;
            case RETURN_UNDELIVERED -> RETURN_UNDELIVERED;
            case RELEASE -> RELEASE;
            case RELEASE_DELAYED -> RELEASE_DELAYED;
            case PROMOTE -> PROMOTE;
            case RESCHEDULE -> RESCHEDULE;
            case MOVE -> MOVE;
            case DEFER -> DEFER;
            case UNDEFER -> UNDEFER;
            case ACQUIRE_DEFERRED -> ACQUIRE_DEFERRED;
            case TAKE_OVER -> TAKE_OVER;
            case PREPARE_SETTLEMENT -> PREPARE_SETTLEMENT;
            case COMMIT_PREPARED_SEND -> COMMIT_PREPARED_SEND;
            case EXPIRE -> EXPIRE;
            case ACQUIRE -> ACQUIRE_THESE;
            case REMOVE -> throw new IllegalArgumentException("A removal is not an update");
        };
    }

    /** Deletion of the messages of removed deliveries by a list, because a join costs more. */
    private static final String AND_MESSAGES =
            ", messages AS (DELETE FROM restante_message WHERE id = ANY(ARRAY(SELECT message FROM gone WHERE only_delivery)))";

    /**
     * Removal of owned rows. The ids are bound twice, first as the list that limits the scan. A hash table compares the
     * fencing tokens; IS TRUE prevents a join with the list, which costs more.
     */
    public static final String REMOVE_OWNED =
            """
            WITH gone AS (
              DELETE FROM restante_delivery d WHERE d.id = ANY(?::bigint[])
              AND ((d.id, d.owner, d.acquisition_count) IN (SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::int[]))) IS TRUE
              RETURNING d.id, d.message, d.only_delivery)"""
                    + AND_MESSAGES + " SELECT id FROM gone";

    /**
     * Returns the removal of a few deliveries, which divides by zero if one is missed. The parameters are the ids, then
     * id, owner and acquisition count of each delivery, then the number of distinct deliveries.
     */
    static String removeAll(int rows) {
        String fences = String.join(
                " OR ",
                Collections.nCopies(
                        rows, "(d.id = ?::bigint AND d.owner = ?::bigint AND d.acquisition_count = ?::int)"));
        String ids = String.join(", ", Collections.nCopies(rows, "?::bigint"));
        return "WITH gone AS (DELETE FROM restante_delivery d WHERE d.id IN (" + ids + ") AND (" + fences
                + ") RETURNING d.message, d.only_delivery)" + AND_MESSAGES
                + " SELECT 1 / (count(*) = ?::int)::int FROM gone";
    }

    public static final String REMOVE = unlockedRows("", "", "")
            + ", gone AS (DELETE FROM restante_delivery d USING free WHERE d.id = ANY(ARRAY[free.id])"
            + " RETURNING d.id, d.message, d.only_delivery)" + AND_MESSAGES + " SELECT id FROM gone";

    static final String INSERT_SHARED =
            "INSERT INTO restante_shared_message (id, remaining) SELECT * FROM unnest(?::bigint[], ?::int[])";

    /**
     * Statement that locks counters by ascending id, so that two batches do not deadlock. The later decrement then sees
     * the values that other batches have committed.
     */
    static final String LOCK_SHARED =
            "SELECT id FROM restante_shared_message WHERE id = ANY(?::bigint[]) ORDER BY id FOR UPDATE";

    static final String COUNT_DOWN =
            """
            UPDATE restante_shared_message s SET remaining = s.remaining - counted.gone
            FROM unnest(?::bigint[], ?::int[]) AS counted(message, gone) WHERE s.id = ANY(ARRAY[counted.message])
            RETURNING s.id, s.remaining""";

    static final String REMOVE_FINISHED =
            """
            WITH finished AS (DELETE FROM restante_shared_message WHERE id = ANY(?::bigint[]) RETURNING id)
            DELETE FROM restante_message m USING finished WHERE m.id = ANY(ARRAY[finished.id])""";

    static final String SUBSCRIPTION_VERSIONS =
            "SELECT id, subscription_set_version FROM restante_entity WHERE id = ANY(?::bigint[]) ORDER BY id FOR SHARE";

    static final String EXISTING = "SELECT entity FROM restante_entity_presence WHERE entity = ANY(?::bigint[])";

    static final String LOCK_ENTITIES =
            "SELECT entity, deletion_announced FROM restante_entity_presence WHERE entity = ANY(?::bigint[])"
                    + " ORDER BY entity FOR KEY SHARE SKIP LOCKED";

    /**
     * Returns a condition that locks a few entities against deletion, at lower cost than a common table expression. The
     * parameters are their ids, which may repeat, and the number of distinct ids.
     */
    static String andEntitiesLocked(int ids) {
        return " AND (SELECT count(*) FROM (SELECT 1 FROM restante_entity_presence WHERE entity IN ("
                + String.join(", ", Collections.nCopies(ids, "?"))
                + ") ORDER BY entity FOR KEY SHARE SKIP LOCKED) AS kept) = ?";
    }

    /** Insert that waits for concurrent transactions with the same ids. */
    static final String RECORD_DUPLICATE_IDS =
            """
            WITH o AS (SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[]) AS u (entity, duplicate_id, kept_until, sent_at))
            INSERT INTO restante_duplicate_id AS d (entity, duplicate_id, kept_until) SELECT entity, duplicate_id, kept_until FROM o
            ON CONFLICT (entity, duplicate_id) DO UPDATE SET kept_until = EXCLUDED.kept_until
            WHERE d.kept_until <= (SELECT o.sent_at FROM o WHERE o.entity = d.entity AND o.duplicate_id = d.duplicate_id)
            RETURNING entity, duplicate_id""";

    static final String RECORD_RECEIVE_ATTEMPT =
            """
            INSERT INTO restante_receive_attempt AS a (entity, attempt_id, deliveries, kept_until) VALUES (?, ?, ?, ?)
            ON CONFLICT (entity, attempt_id) DO UPDATE SET deliveries = EXCLUDED.deliveries, kept_until = EXCLUDED.kept_until
            WHERE a.kept_until <= ? OR a.deliveries = ?""";

    /**
     * Key of the lock for the groups of an entity. It begins with the table of this store, because all schemas of a
     * database share advisory locks.
     */
    private static final String GROUP_LOCK_KEY = "'restante_delivery'::regclass::oid::integer, ?";

    static void bindGroupLock(PreparedStatement statement, int parameter, long entityId) throws SQLException {
        statement.setInt(parameter, (int) entityId);
    }

    /**
     * Statement that prevents other sessions from acquiring messages of an entity with groups until the transaction
     * ends.
     */
    static final String LOCK_GROUPS = String.format(Locale.ROOT, "SELECT pg_advisory_xact_lock(%s)", GROUP_LOCK_KEY);

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
            WHERE entity = ? AND state = 1 AND precedence = ANY('{0,1,2,3,4,5,6,7,8,9}'::smallint[]) AND queue_position <= ?
              AND group_id IS NOT NULL""";

    /**
     * Update that acquires rows until the sum of the preceding sizes reaches the limit, but always the first row. Each
     * precedence has a first position, because the scan would otherwise read all rows removed before it while an old
     * transaction is open.
     */
    private static final String ACQUIRE_WHERE =
            "UPDATE restante_delivery SET state = 3, owner = ?, acquisition_count = "
                    + DeliveryRows.nextAcquisition("acquisition_count")
                    + """
            , visible_at = 0, due_at = NULL
            WHERE id = ANY(ARRAY(
              SELECT id FROM (
                SELECT id, SUM(size_bytes) OVER (ROWS UNBOUNDED PRECEDING) - size_bytes AS bytes_before
                FROM (
                  SELECT free.id, free.size_bytes
                  FROM unnest(?::bigint[]) WITH ORDINALITY AS place (first_position, number)
                  CROSS JOIN LATERAL (
                    SELECT id, size_bytes FROM restante_delivery
                    WHERE entity = ? AND state = 2 AND precedence = (place.number - 1)::smallint
                      AND queue_position >= place.first_position%s
                    ORDER BY queue_position, id + 0 LIMIT ? FOR UPDATE SKIP LOCKED) AS free
                  LIMIT ?) AS taken
                ) AS summed
              WHERE bytes_before < ? OR bytes_before = 0))
            RETURNING"""
                    + " " + DeliveryRows.COLUMNS;

    /**
     * Acquisition from an entity without known message groups. Before it locks a row, it takes the lock for groups in
     * shared mode. An acquisition that knows of groups takes this lock exclusively, because it might otherwise skip a
     * group's first message that another acquisition has locked.
     */
    public static final String ACQUIRE = String.format(
            Locale.ROOT,
            ACQUIRE_WHERE,
            " AND (SELECT pg_advisory_xact_lock_shared(" + GROUP_LOCK_KEY + ")) IS NOT NULL");

    static final String ACQUIRE_EXCEPT_GROUPS =
            String.format(Locale.ROOT, ACQUIRE_WHERE, " AND (group_id IS NULL OR group_id <> ALL(?::text[]))");
}
