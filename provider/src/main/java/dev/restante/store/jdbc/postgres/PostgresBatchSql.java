package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.batch.FencedKind;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Locale;

/**
 * The statements of a batch with all rows of a kind in one statement: columns travel as arrays, what took effect comes
 * back. State codes: 1 SCHEDULED, 2 AVAILABLE, 3 ACQUIRED, 4 DEFERRED, 5 PREPARED_ENQUEUE, 6 PREPARED_SETTLE, 7
 * REPEATING, 8 PREPARED_REPEATING.
 * {@code due_at} is the next instant at which time does something to an unowned row, null on owned ones.
 *
 * <p>Unowned rows are everybody's: those that are locked at the moment count as missed, so that a batch does not wait
 * for them. Rows that somebody owns are nobody else's to change, but whoever wanted to acquire one and came too late
 * holds its lock until his batch ends. So the owner waits; and what acquires comes last in a batch, which waits for
 * nothing any more.
 *
 * <p>The planner has one way only to look for the rows of a list: by their primary keys, one after the other, in
 * whatever state the statistics are. {@code id = ANY(ARRAY[f.id])} can't be the clause of a merge join, for which the
 * planner would consider a walk along a whole index, and {@code + 0} keeps a column away from the other indexes.
 */
public final class PostgresBatchSql {

    /** State and deadline that an unowned row must still have; null for a change that needs neither. */
    private static final String AS_SEEN = "AND (f.seen_state IS NULL OR (d.state = f.seen_state AND "
            + DeliveryRows.deadline("d.expires_at") + " = f.seen_expires_at)) ";

    private PostgresBatchSql() {}

    private static String fences(String moreArrays, String moreColumns) {
        return "unnest(?::bigint[], ?::bigint[], ?::int[]" + moreArrays
                + ") AS f(fenced_id, fenced_owner, fenced_acquisition" + moreColumns + ")";
    }

    /** Fences of owned and unowned rows together. An unowned row under the lock of another session is left out. */
    private static String free(String moreArrays, String moreColumns, String condition) {
        return String.format(
                Locale.ROOT,
                """
                WITH fence AS (SELECT * FROM %s),
                free AS MATERIALIZED (
                  SELECT d.id, f.* FROM fence f
                  JOIN restante_delivery d ON d.id = ANY(ARRAY[f.fenced_id])
                  WHERE d.owner = f.fenced_owner AND d.acquisition = f.fenced_acquisition %s
                  FOR UPDATE OF d SKIP LOCKED)
                """,
                fences(", ?::int[], ?::bigint[]" + moreArrays, ", seen_state, seen_expires_at" + moreColumns),
                AS_SEEN + condition);
    }

    /**
     * An update of rows whose fences hold.
     *
     * @param moreArrays further parameters
     * @param moreColumns their names
     * @param condition for the row
     * @param settings what is set
     */
    public record FencedUpdate(String moreArrays, String moreColumns, String condition, String settings) {

        /** The same, with a note that replaces that of the delivery; its parameters are the last. */
        FencedUpdate withNote() {
            return new FencedUpdate(
                    moreArrays + ", ?::bigint[], ?::text[], ?::text[], ?::text[], ?::bytea[]",
                    moreColumns + ", new_expiration, new_reason, new_description, new_source, new_properties",
                    condition,
                    settings + ", original_expiration = new_expiration, reason = new_reason,"
                            + " description = new_description, source = new_source, changed_properties = new_properties");
        }

        /** Of whoever's rows; those that are locked by somebody are left out. */
        public String unlessLocked() {
            return free(moreArrays, moreColumns, condition) + "UPDATE restante_delivery d SET " + settings
                    + " FROM free WHERE d.id = ANY(ARRAY[free.id]) RETURNING d.id";
        }

        /**
         * Of rows that somebody has. It waits for whoever has locked them, and looks at them again then; but depending
         * on its plan (a generic one does), the database may leave out rows that have changed meanwhile although their
         * fences hold. Those it has locked, so executing it again finds them, and nobody else comes in between.
         */
        public String ofOwned() {
            return "UPDATE restante_delivery d SET " + settings + " FROM " + fences(moreArrays, moreColumns)
                    + " WHERE d.id = ANY(ARRAY[f.fenced_id]) AND d.owner = f.fenced_owner AND d.acquisition = f.fenced_acquisition "
                    + condition + " RETURNING d.id";
        }
    }

    public static final FencedUpdate COUNT_ATTEMPT =
            new FencedUpdate(", ?::int[]", ", new_count", "", "delivery_count = new_count");

    public static final FencedUpdate GIVE_BACK = new FencedUpdate(
            "",
            "",
            "",
            "state = " + DeliveryRows.comingBackAs(2) + ", owner = 0, visible_at = 0, due_at = d.expires_at");

    public static final FencedUpdate RELEASE = new FencedUpdate(
            ", ?::int[]",
            ", new_count",
            "",
            "state = " + DeliveryRows.comingBackAs(2)
                    + ", owner = 0, visible_at = 0, due_at = d.expires_at, delivery_count = new_count, suspect = FALSE");

    public static final FencedUpdate RELEASE_DELAYED = new FencedUpdate(
            ", ?::int[], ?::bigint[]",
            ", new_count, new_visible_at",
            "",
            "state = " + DeliveryRows.comingBackAs(1)
                    + ", owner = 0, visible_at = CASE WHEN deferred THEN 0 ELSE new_visible_at END,"
                    + " due_at = CASE WHEN deferred THEN d.expires_at ELSE LEAST(d.expires_at, new_visible_at) END,"
                    + " delivery_count = new_count, suspect = FALSE");

    public static final FencedUpdate PROMOTE =
            new FencedUpdate("", "", "AND d.state + 0 = 1", "state = 2, visible_at = 0, due_at = d.expires_at");

    public static final FencedUpdate RESCHEDULE = new FencedUpdate(
            ", ?::bigint[], ?::bigint[]",
            ", new_visible_at, new_position",
            "AND d.state + 0 = 7",
            "visible_at = new_visible_at, enqueued_at = new_visible_at, due_at = new_visible_at,"
                    + " queue_position = new_position, acquisition = " + DeliveryRows.nextAcquisition("d.acquisition"));

    public static final FencedUpdate MOVE = new FencedUpdate(
            ", ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::int[]",
            ", new_entity, new_position, new_enqueued_at, new_expires_at, new_key, new_count",
            "",
            "entity = new_entity, value_key = new_key, state = 2, owner = 0, queue_position = new_position, visible_at = 0,"
                    + " enqueued_at = new_enqueued_at, expires_at = new_expires_at, due_at = new_expires_at,"
                    + " delivery_count = new_count, suspect = FALSE, deferred = FALSE, acquisition = "
                    + DeliveryRows.nextAcquisition("d.acquisition"));

    public static final FencedUpdate UNDEFER = new FencedUpdate(
            ", ?::int[]",
            ", new_count",
            "AND d.state + 0 IN (3, 4)",
            "state = 2, owner = 0, visible_at = 0, due_at = d.expires_at, delivery_count = new_count, suspect = FALSE,"
                    + " deferred = FALSE, acquisition = " + DeliveryRows.nextAcquisition("d.acquisition"));

    public static final FencedUpdate DEFER = new FencedUpdate(
            ", ?::int[]",
            ", new_count",
            "",
            "state = 4, owner = 0, visible_at = 0, due_at = d.expires_at, delivery_count = new_count, suspect = FALSE");

    public static final FencedUpdate REACQUIRE = new FencedUpdate(
            ", ?::bigint[]",
            ", new_owner",
            "AND d.state + 0 = 4 AND NOT EXISTS (SELECT 1 FROM restante_message_group g"
                    + " WHERE g.entity = ANY(ARRAY[d.entity])"
                    + " AND g.group_id = d.group_id AND g.owner + 0 <> 0 AND g.owner <> new_owner)",
            "state = 3, owner = new_owner, acquisition = " + DeliveryRows.nextAcquisition("d.acquisition")
                    + ", due_at = NULL, deferred = TRUE");

    static final FencedUpdate TAKE_OVER = new FencedUpdate(
            ", ?::bigint[]",
            ", new_owner",
            "AND d.state + 0 = 3",
            "owner = new_owner, acquisition = " + DeliveryRows.nextAcquisition("d.acquisition"));

    static final FencedUpdate RESERVE =
            new FencedUpdate(", ?::bigint[]", ", new_owner", "AND d.state + 0 = 3", "state = 6, owner = new_owner");

    static final FencedUpdate PUBLISH = new FencedUpdate(
            "",
            "",
            "AND d.state + 0 IN (5, 8)",
            "state = CASE WHEN d.state = 8 THEN 7 WHEN d.visible_at > 0 THEN 1 ELSE 2 END, owner = 0,"
                    + " due_at = LEAST(d.expires_at, NULLIF(d.visible_at, 0))");

    public static final FencedUpdate ACQUIRE_THESE = new FencedUpdate(
            ", ?::bigint[], ?::bigint[]",
            ", new_entity, new_owner",
            "AND d.state + 0 = 2 AND d.entity + 0 = f.new_entity",
            "state = 3, owner = new_owner, acquisition = " + DeliveryRows.nextAcquisition("d.acquisition")
                    + ", visible_at = 0, due_at = NULL");

    /** Of rows that somebody has: those that are locked at the moment are left out, whoever they belong to. */
    static final FencedUpdate EXPIRE =
            new FencedUpdate(", ?::bigint[]", ", new_expires_at", "AND d.state + 0 = 3", "expires_at = new_expires_at");

    /** Returns the update for a kind of change, without a note. */
    static FencedUpdate update(FencedKind kind) {
        return switch (kind) {
            case COUNT_ATTEMPT -> COUNT_ATTEMPT;
            case GIVE_BACK -> GIVE_BACK;
            case RELEASE -> RELEASE;
            case RELEASE_DELAYED -> RELEASE_DELAYED;
            case PROMOTE -> PROMOTE;
            case RESCHEDULE -> RESCHEDULE;
            case MOVE -> MOVE;
            case DEFER -> DEFER;
            case UNDEFER -> UNDEFER;
            case REACQUIRE -> REACQUIRE;
            case TAKE_OVER -> TAKE_OVER;
            case RESERVE -> RESERVE;
            case PUBLISH -> PUBLISH;
            case EXPIRE -> EXPIRE;
            case ACQUIRE -> ACQUIRE_THESE;
            case REMOVE -> throw new IllegalArgumentException("removing is no update");
        };
    }

    /** The messages that go with the deliveries which were removed, by a list: a join would cost more. */
    private static final String AND_MESSAGES =
            ", messages AS (DELETE FROM restante_message WHERE id = ANY(ARRAY(SELECT message FROM gone WHERE sole)))";

    /**
     * Only for rows of our own. The ids are bound twice, first as the list that bounds the statement. Their fences are
     * looked up in a hash table, because a join with the list would cost more. IS TRUE keeps the planner from making
     * one.
     */
    public static final String REMOVE_OWNED =
            """
            WITH gone AS (
              DELETE FROM restante_delivery d WHERE d.id = ANY(?::bigint[])
              AND ((d.id, d.owner, d.acquisition) IN (SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::int[]))) IS TRUE
              RETURNING d.id, d.message, d.sole)"""
                    + AND_MESSAGES + " SELECT id FROM gone";

    /**
     * Removes a few deliveries, whose values are bound one by one. The ids come first, then id, owner and acquisition
     * of each, then the number of different ones. Divides by zero if one is missed. Without a join it costs less.
     */
    static String removeAll(int rows) {
        String fences = String.join(
                " OR ",
                Collections.nCopies(rows, "(d.id = ?::bigint AND d.owner = ?::bigint AND d.acquisition = ?::int)"));
        String ids = String.join(", ", Collections.nCopies(rows, "?::bigint"));
        return "WITH gone AS (DELETE FROM restante_delivery d WHERE d.id IN (" + ids + ") AND (" + fences
                + ") RETURNING d.message, d.sole)" + AND_MESSAGES + " SELECT 1 / (count(*) = ?::int)::int FROM gone";
    }

    public static final String REMOVE = free("", "", "")
            + ", gone AS (DELETE FROM restante_delivery d USING free WHERE d.id = ANY(ARRAY[free.id])"
            + " RETURNING d.id, d.message, d.sole)" + AND_MESSAGES + " SELECT id FROM gone";

    static final String INSERT_SHARED =
            "INSERT INTO restante_shared_message (id, remaining) SELECT * FROM unnest(?::bigint[], ?::int[])";

    /**
     * By ascending id, so that two batches never wait for each other; what is counted down afterwards is what the other
     * has left.
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

    static final String KEEP =
            "SELECT entity, deletion_announced FROM restante_entity_presence WHERE entity = ANY(?::bigint[])"
                    + " ORDER BY entity FOR KEY SHARE SKIP LOCKED";

    /**
     * A condition that keeps a few entities. Their ids are bound one by one and may repeat; behind them stands how many
     * different ones there are. It costs less than a common table expression.
     */
    static String andKept(int ids) {
        return " AND (SELECT count(*) FROM (SELECT 1 FROM restante_entity_presence WHERE entity IN ("
                + String.join(", ", Collections.nCopies(ids, "?"))
                + ") ORDER BY entity FOR KEY SHARE SKIP LOCKED) AS kept) = ?";
    }

    /** What others are remembering at this moment is waited for. */
    static final String REMEMBER_DUPLICATE_IDS =
            """
            WITH o AS (SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[]) AS u (entity, duplicate_id, kept_until, sent_at))
            INSERT INTO restante_duplicate_id AS d (entity, duplicate_id, kept_until) SELECT entity, duplicate_id, kept_until FROM o
            ON CONFLICT (entity, duplicate_id) DO UPDATE SET kept_until = EXCLUDED.kept_until
            WHERE d.kept_until <= (SELECT o.sent_at FROM o WHERE o.entity = d.entity AND o.duplicate_id = d.duplicate_id)
            RETURNING entity, duplicate_id""";

    /** What others are remembering at this moment is waited for. */
    static final String REMEMBER_RECEIVE =
            """
            INSERT INTO restante_receive_attempt AS a (entity, attempt_id, deliveries, kept_until) VALUES (?, ?, ?, ?)
            ON CONFLICT (entity, attempt_id) DO UPDATE SET deliveries = EXCLUDED.deliveries, kept_until = EXCLUDED.kept_until
            WHERE a.kept_until <= ? OR a.deliveries = ?""";

    /**
     * Key of the lock for the groups of an entity. Advisory locks are shared by all schemas of a database, and so the
     * key begins with the table of this store.
     */
    private static final String GROUP_LOCK = "'restante_delivery'::regclass::oid::integer, ?";

    static void bindGroupLock(PreparedStatement statement, int parameter, long entityId) throws SQLException {
        statement.setInt(parameter, (int) entityId);
    }

    /** Keeps other sessions from acquiring messages of an entity with groups until the transaction ends. */
    static final String LOCK_GROUPS = String.format(Locale.ROOT, "SELECT pg_advisory_xact_lock(%s)", GROUP_LOCK);

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
            WHERE entity = ? AND state = 1 AND precedence = ANY('{0,1,2,3,4,5,6,7,8,9}'::smallint[]) AND queue_position <= ?
              AND group_id IS NOT NULL""";

    /**
     * The running sum of sizes before each row decides where to stop; the first row is always taken. Each precedence
     * has a first position: what was removed before that can't be passed in one go as long as an old transaction is
     * open, but would be looked at row by row.
     */
    private static final String ACQUIRE_WHERE = "UPDATE restante_delivery SET state = 3, owner = ?, acquisition = "
            + DeliveryRows.nextAcquisition("acquisition")
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
     * Of an entity whose messages have no groups, as far as is known. Before it locks a row it takes the lock for
     * groups together with others who know of none; who knows of some waits for all of these, or he would pass over the
     * first message of a group only because it is being looked at.
     */
    public static final String ACQUIRE = String.format(
            Locale.ROOT, ACQUIRE_WHERE, " AND (SELECT pg_advisory_xact_lock_shared(" + GROUP_LOCK + ")) IS NOT NULL");

    static final String ACQUIRE_EXCEPT_GROUPS =
            String.format(Locale.ROOT, ACQUIRE_WHERE, " AND (group_id IS NULL OR group_id <> ALL(?::text[]))");
}
