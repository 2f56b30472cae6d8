package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.jdbc.batch.FencedUpdateSql;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.List;

/**
 * SQL texts of the batch statements on HSQLDB, each for one row. State codes: 1 SCHEDULED, 2 AVAILABLE, 3 ACQUIRED, 4
 * DEFERRED, 5 PREPARED_ENQUEUE, 6 PREPARED_SETTLE, 7 REPEATING, 8 PREPARED_REPEATING. {@code due_at} is the next
 * instant at which an unowned delivery becomes due, and null on owned rows.
 */
public final class HsqldbBatchSql {

    static final String SUBSCRIPTION_VERSION = "SELECT subscription_set_version FROM restante_entity WHERE id = ?";

    static final String EXISTING = "SELECT entity FROM restante_entity_presence WHERE entity = ?";

    static final String RECORD_DUPLICATE_ID =
            """
            MERGE INTO restante_duplicate_id AS d
            USING (VALUES (CAST(? AS BIGINT), CAST(? AS VARCHAR(2000)), CAST(? AS BIGINT), CAST(? AS BIGINT)))
              AS o (entity, duplicate_id, kept_until, sent_at)
            ON d.entity = o.entity AND d.duplicate_id = o.duplicate_id
            WHEN MATCHED AND d.kept_until <= o.sent_at THEN UPDATE SET d.kept_until = o.kept_until
            WHEN NOT MATCHED THEN INSERT (entity, duplicate_id, kept_until) VALUES (o.entity, o.duplicate_id, o.kept_until)""";

    static final String RECORD_RECEIVE_ATTEMPT =
            """
            MERGE INTO restante_receive_attempt AS a
            USING (VALUES (CAST(? AS BIGINT), CAST(? AS VARCHAR(2000)), CAST(? AS VARBINARY(1000000)), CAST(? AS BIGINT), CAST(? AS BIGINT),
              CAST(? AS VARBINARY(1000000)))) AS o (entity, attempt_id, deliveries, kept_until, known_at, former)
            ON a.entity = o.entity AND a.attempt_id = o.attempt_id
            WHEN MATCHED AND (a.kept_until <= o.known_at OR a.deliveries = o.former)
              THEN UPDATE SET a.deliveries = o.deliveries, a.kept_until = o.kept_until
            WHEN NOT MATCHED THEN INSERT (entity, attempt_id, deliveries, kept_until)
              VALUES (o.entity, o.attempt_id, o.deliveries, o.kept_until)""";

    /** Insert of a direct delivery, with header and body of its message if that has no other delivery. */
    static final String INSERT_DIRECT =
            """
            INSERT INTO restante_direct_delivery (id, message, entity, owner, precedence, size_bytes, enqueued_at, expires_at, header, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    static final String DELETE_DIRECT = "DELETE FROM restante_direct_delivery WHERE id = ? AND owner = ?";

    static final String DELETE_DIRECT_RANGE =
            "DELETE FROM restante_direct_delivery WHERE id BETWEEN ? AND ? AND owner = ?";

    /**
     * Statements that move a direct delivery to the ordinary tables, and its message unless that is already there; each
     * has the parameters id and owner.
     */
    static final List<String> MOVE_DIRECT = List.of(
            "INSERT INTO restante_message (id, fan_out, header, body) SELECT id, 1, header, body"
                    + " FROM restante_direct_delivery WHERE id = ? AND owner = ? AND id = message",
            """
            INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, only_delivery,
              visible_at, enqueued_at, expires_at, due_at, delivery_count, owner, acquisition_count, redelivery_suspected)
            SELECT id, message, entity, 3, precedence, message, NULL, size_bytes, TRUE, CASEWHEN(id = message, TRUE, FALSE), 0, enqueued_at,
              expires_at, NULL, 0, owner, 1, FALSE
            FROM restante_direct_delivery WHERE id = ? AND owner = ?""",
            DELETE_DIRECT);

    static final String ACQUIRE = "UPDATE restante_delivery SET state = 3, owner = ?, acquisition_count = "
            + DeliveryRows.nextAcquisition("acquisition_count")
            + """
            , visible_at = 0, due_at = NULL
            WHERE id = ? AND owner = 0 AND acquisition_count = ? AND state = 2""";

    /** End of a statement for a row that must still have an expected state and expiry time. */
    static final String UNCHANGED_CONDITION = " AND state = ? AND " + DeliveryRows.expiryTime("expires_at") + " = ?";

    static final String ANY_SCHEDULED = "SELECT id FROM restante_delivery WHERE entity = ? AND state = 1 LIMIT 1";

    public static final FencedUpdateSql UPDATES = new FencedUpdateSql("CAST(? AS BIGINT)", kind -> "");

    private final String selectAvailable;
    private final String selectAvailableAfter;

    public HsqldbBatchSql(Dialect dialect) {
        // HSQLDB reads an index in order only if ORDER BY names its leading columns, too.
        selectAvailable = "SELECT " + DeliveryRows.COLUMNS + " FROM restante_delivery WHERE entity = ? AND state = 2"
                + " ORDER BY entity, state, precedence, queue_position, id LIMIT ?" + dialect.useIndexHint();
        selectAvailableAfter =
                "SELECT " + DeliveryRows.COLUMNS + " FROM restante_delivery WHERE entity = ? AND state = 2"
                        + " AND precedence = ? AND queue_position >= ? AND (queue_position > ? OR id > ?)"
                        + " ORDER BY entity, state, precedence, queue_position, id LIMIT ?" + dialect.useIndexHint();
    }

    public String selectAvailable() {
        return selectAvailable;
    }

    /** Returns the query for one precedence after a position and id. */
    String selectAvailableAfter() {
        return selectAvailableAfter;
    }
}
