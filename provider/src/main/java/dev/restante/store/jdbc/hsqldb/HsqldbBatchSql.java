package dev.restante.store.jdbc.hsqldb;

import static java.util.Objects.requireNonNull;

import dev.restante.store.jdbc.batch.FencedKind;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The statements of a batch, row by row. State codes: 1 SCHEDULED, 2 AVAILABLE, 3 ACQUIRED, 4 DEFERRED, 5
 * PREPARED_ENQUEUE, 6 PREPARED_SETTLE, 7 REPEATING, 8 PREPARED_REPEATING. {@code due_at} is the next instant at which
 * time does something to an unowned row, null on owned ones.
 */
public final class HsqldbBatchSql {

    static final String SUBSCRIPTION_VERSION = "SELECT subscription_set_version FROM restante_entity WHERE id = ?";

    static final String REMEMBER_DUPLICATE_ID =
            """
            MERGE INTO restante_duplicate_id AS d
            USING (VALUES (CAST(? AS BIGINT), CAST(? AS VARCHAR(2000)), CAST(? AS BIGINT), CAST(? AS BIGINT)))
              AS o (entity, duplicate_id, kept_until, sent_at)
            ON d.entity = o.entity AND d.duplicate_id = o.duplicate_id
            WHEN MATCHED AND d.kept_until <= o.sent_at THEN UPDATE SET d.kept_until = o.kept_until
            WHEN NOT MATCHED THEN INSERT (entity, duplicate_id, kept_until) VALUES (o.entity, o.duplicate_id, o.kept_until)""";

    static final String REMEMBER_RECEIVE =
            """
            MERGE INTO restante_receive_attempt AS a
            USING (VALUES (CAST(? AS BIGINT), CAST(? AS VARCHAR(2000)), CAST(? AS VARBINARY(1000000)), CAST(? AS BIGINT), CAST(? AS BIGINT),
              CAST(? AS VARBINARY(1000000)))) AS o (entity, attempt_id, deliveries, kept_until, known_at, former)
            ON a.entity = o.entity AND a.attempt_id = o.attempt_id
            WHEN MATCHED AND (a.kept_until <= o.known_at OR a.deliveries = o.former)
              THEN UPDATE SET a.deliveries = o.deliveries, a.kept_until = o.kept_until
            WHEN NOT MATCHED THEN INSERT (entity, attempt_id, deliveries, kept_until)
              VALUES (o.entity, o.attempt_id, o.deliveries, o.kept_until)""";

    static final String INSERT_MESSAGE = "INSERT INTO restante_message (id, fan_out, head, body) VALUES (?, ?, ?, ?)";

    /** A delivery that was born acquired, with head and body of its message where it is the only one. */
    static final String INSERT_BORN =
            """
            INSERT INTO restante_born_message (id, message, entity, owner, precedence, size_bytes, enqueued_at, expires_at, head, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    static final String DELETE_BORN = "DELETE FROM restante_born_message WHERE id = ? AND owner = ?";

    /** Deletes the rows of a run of ids. */
    static final String DELETE_BORN_RUN = "DELETE FROM restante_born_message WHERE id BETWEEN ? AND ? AND owner = ?";

    /**
     * Moves a born delivery to the ordinary tables, and its message with it unless that is there; each has the
     * parameters id and owner.
     */
    static final List<String> MOVE_BORN = List.of(
            "INSERT INTO restante_message (id, fan_out, head, body) SELECT id, 1, head, body"
                    + " FROM restante_born_message WHERE id = ? AND owner = ? AND id = message",
            """
            INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, sole,
              visible_at, enqueued_at, expires_at, due_at, delivery_count, owner, acquisition, suspect)
            SELECT id, message, entity, 3, precedence, message, NULL, size_bytes, TRUE, CASEWHEN(id = message, TRUE, FALSE), 0, enqueued_at,
              expires_at, NULL, 0, owner, 1, FALSE
            FROM restante_born_message WHERE id = ? AND owner = ?""",
            DELETE_BORN);

    static final String INSERT_DELIVERY =
            """
            INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, sole,
              visible_at, enqueued_at, expires_at, due_at, delivery_count, owner, acquisition, suspect)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    /** One with a note, or a value. */
    static final String INSERT_NOTED_DELIVERY = INSERT_DELIVERY
            .replace(", suspect)", ", suspect, " + DeliveryRows.NOTE_COLUMNS + ", value_key)")
            .replace(", ?)", ", ?, ?, ?, ?, ?, ?, ?)");

    /**
     * An update of a row whose fence holds.
     *
     * @param settings what is set
     * @param condition for the row
     */
    private record FencedUpdate(String settings, String condition) {

        private static final String NOTE =
                ", original_expiration = ?, reason = ?, description = ?, source = ?, changed_properties = ?";

        /** Its parameters are those of the settings, with a note those of the note, and those of the fence. */
        String sql(boolean withNote) {
            return "UPDATE restante_delivery SET " + settings + (withNote ? NOTE : "") + DeliveryRows.FENCED
                    + condition;
        }
    }

    private static final FencedUpdate COUNT_ATTEMPT = new FencedUpdate("delivery_count = ?", "");

    private static final FencedUpdate GIVE_BACK = new FencedUpdate(
            "state = " + DeliveryRows.comingBackAs(2) + ", owner = 0, visible_at = 0, due_at = expires_at", "");

    private static final FencedUpdate RELEASE = new FencedUpdate(
            "state = " + DeliveryRows.comingBackAs(2)
                    + ", owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, suspect = FALSE",
            "");

    private static final FencedUpdate RELEASE_DELAYED = new FencedUpdate(
            "state = " + DeliveryRows.comingBackAs(1)
                    + ", owner = 0, visible_at = CASE WHEN deferred THEN 0 ELSE CAST(? AS BIGINT) END,"
                    + " due_at = CASE WHEN deferred OR expires_at < ? THEN expires_at ELSE CAST(? AS BIGINT) END,"
                    + " delivery_count = ?, suspect = FALSE",
            "");

    private static final FencedUpdate PROMOTE =
            new FencedUpdate("state = 2, visible_at = 0, due_at = expires_at", " AND state = 1");

    private static final FencedUpdate RESCHEDULE = new FencedUpdate(
            "visible_at = ?, enqueued_at = ?, due_at = ?, queue_position = ?, acquisition = "
                    + DeliveryRows.nextAcquisition("acquisition"),
            " AND state = 7");

    private static final FencedUpdate MOVE = new FencedUpdate(
            "entity = ?, state = 2, owner = 0, queue_position = ?, visible_at = 0, enqueued_at = ?, expires_at = ?,"
                    + " due_at = ?, value_key = ?, delivery_count = 0, suspect = FALSE, deferred = FALSE",
            "");

    private static final FencedUpdate UNDEFER = new FencedUpdate(
            "state = 2, owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, suspect = FALSE,"
                    + " deferred = FALSE",
            " AND state IN (3, 4)");

    private static final FencedUpdate DEFER = new FencedUpdate(
            "state = 4, owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, suspect = FALSE", "");

    private static final FencedUpdate REACQUIRE = new FencedUpdate(
            "state = 3, owner = ?, acquisition = " + DeliveryRows.nextAcquisition("acquisition")
                    + ", due_at = NULL, deferred = TRUE",
            " AND state = 4");

    private static final FencedUpdate TAKE_OVER = new FencedUpdate(
            "owner = ?, acquisition = " + DeliveryRows.nextAcquisition("acquisition"), " AND state = 3");

    private static final FencedUpdate ACQUIRE_ONE = new FencedUpdate(
            "state = 3, owner = ?, acquisition = " + DeliveryRows.nextAcquisition("acquisition")
                    + ", visible_at = 0, due_at = NULL",
            " AND state = 2 AND entity = ?");

    private static final FencedUpdate RESERVE = new FencedUpdate("state = 6, owner = ?", " AND state = 3");

    private static final FencedUpdate PUBLISH = new FencedUpdate(
            "state = CASE WHEN state = 8 THEN 7 WHEN visible_at > 0 THEN 1 ELSE 2 END, owner = 0, due_at = CASE WHEN visible_at > 0"
                    + " AND (expires_at IS NULL OR visible_at < expires_at) THEN visible_at ELSE expires_at END",
            " AND state IN (5, 8)");

    private static final FencedUpdate EXPIRE = new FencedUpdate("expires_at = ?", " AND state = 3");

    private static final Map<FencedKind, String> UPDATES = updates(false);

    private static final Map<FencedKind, String> UPDATES_WITH_NOTE = updates(true);

    static final String ACQUIRE = "UPDATE restante_delivery SET state = 3, owner = ?, acquisition = "
            + DeliveryRows.nextAcquisition("acquisition")
            + """
            , visible_at = 0, due_at = NULL
            WHERE id = ? AND owner = 0 AND acquisition = ? AND state = 2""";

    static final String ANY_SCHEDULED = "SELECT id FROM restante_delivery WHERE entity = ? AND state = 1 LIMIT 1";

    private final String selectAvailable;
    private final String selectAvailableAfter;

    public HsqldbBatchSql(Dialect dialect) {
        // HSQLDB walks an index in order only if ORDER BY names its leading columns too.
        selectAvailable = "SELECT " + DeliveryRows.COLUMNS + " FROM restante_delivery WHERE entity = ? AND state = 2"
                + " ORDER BY entity, state, precedence, queue_position, id LIMIT ?" + dialect.alongIndex();
        selectAvailableAfter =
                "SELECT " + DeliveryRows.COLUMNS + " FROM restante_delivery WHERE entity = ? AND state = 2"
                        + " AND precedence = ? AND queue_position >= ? AND (queue_position > ? OR id > ?)"
                        + " ORDER BY entity, state, precedence, queue_position, id LIMIT ?" + dialect.alongIndex();
    }

    public String selectAvailable() {
        return selectAvailable;
    }

    /** Of one precedence, after a position and id. */
    String selectAvailableAfter() {
        return selectAvailableAfter;
    }

    /** The update of a kind; with a note it replaces that of the delivery too. */
    public static String update(FencedKind kind, boolean withNote) {
        return requireNonNull((withNote ? UPDATES_WITH_NOTE : UPDATES).get(kind));
    }

    private static Map<FencedKind, String> updates(boolean withNote) {
        Map<FencedKind, String> updates = new EnumMap<>(FencedKind.class);
        for (FencedKind kind : FencedKind.values()) {
            if (kind != FencedKind.REMOVE) {
                updates.put(kind, update(kind).sql(withNote));
            }
        }
        return updates;
    }

    private static FencedUpdate update(FencedKind kind) {
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
            case ACQUIRE -> ACQUIRE_ONE;
            case REMOVE -> throw new IllegalArgumentException("a removal is no update");
        };
    }
}
