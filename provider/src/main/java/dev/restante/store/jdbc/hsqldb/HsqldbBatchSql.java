package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.jdbc.batch.RowUpdates;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.List;

/**
 * The statements of a batch, row by row. State codes: 1 SCHEDULED, 2 AVAILABLE, 3 ACQUIRED, 4 DEFERRED, 5
 * PREPARED_ENQUEUE, 6 PREPARED_SETTLE, 7 REPEATING, 8 PREPARED_REPEATING. {@code due_at} is the next instant at which
 * time does something to an unowned row, null on owned ones.
 */
public final class HsqldbBatchSql {

    static final String SUBSCRIPTION_VERSION = "SELECT subscription_set_version FROM restante_entity WHERE id = ?";

    static final String EXISTING = "SELECT entity FROM restante_entity_presence WHERE entity = ?";

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

    static final String ACQUIRE = "UPDATE restante_delivery SET state = 3, owner = ?, acquisition = "
            + DeliveryRows.nextAcquisition("acquisition")
            + """
            , visible_at = 0, due_at = NULL
            WHERE id = ? AND owner = 0 AND acquisition = ? AND state = 2""";

    /** The end of a statement for a row that must still have a state and a deadline. */
    static final String AS_SEEN = " AND state = ? AND " + DeliveryRows.deadline("expires_at") + " = ?";

    static final String ANY_SCHEDULED = "SELECT id FROM restante_delivery WHERE entity = ? AND state = 1 LIMIT 1";

    public static final RowUpdates UPDATES = new RowUpdates("CAST(? AS BIGINT)", kind -> "");

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
}
