package dev.restante.store.jdbc.read;

import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.rows.DeliveryRows;

/**
 * SQL texts of the SELECTs, common to all databases, that browse, list and count deliveries and find due deliveries.
 * ORDER BY also names the leading columns of the index, because otherwise HSQLDB would sort the rows instead of
 * scanning the index.
 */
public final class ReadSql {

    /** Query that reads all rows of the entity, because an index of groups does not exist. */
    static final String EXPIRED_OF_GROUPS = DeliveryRows.SELECT
            + " WHERE entity = ? AND group_id IS NOT NULL AND owner = 0"
            + " AND (expires_at <= ? OR (expires_at IS NULL AND enqueued_at <= ?)) LIMIT ?";

    static final String DEFERRED = DeliveryRows.SELECT + " WHERE id = ? AND entity + 0 = ? AND state + 0 = 4";

    static final String LIST_DEFERRED =
            DeliveryRows.SELECT + " WHERE entity = ? AND state = 4 AND id > ? ORDER BY id LIMIT ?";

    static final String COUNTS = "SELECT state, COUNT(*) FROM restante_delivery WHERE entity = ? GROUP BY state";

    private static final String RANGE = DeliveryRows.SELECT + " WHERE entity = ? AND state = ? AND precedence = ?";

    private final String indexHint;
    private final String withDefaultTimeToLive;
    private final String browse;

    public ReadSql(Dialect dialect) {
        indexHint = dialect.useIndexHint();
        String inOrder = " ORDER BY entity, state, precedence, queue_position, " + dialect.idOrderExpression()
                + " LIMIT ?" + indexHint;
        withDefaultTimeToLive =
                RANGE + " AND queue_position <= ? AND enqueued_at <= ? AND expires_at IS NULL" + inOrder;
        browse = RANGE + " AND queue_position >= ? AND (queue_position > ? OR id > ?)" + inOrder;
    }

    /** Returns the query of due deliveries along the due index, which skips excluded entities. */
    public String due(int excludedEntityCount) {
        return DeliveryRows.SELECT + " WHERE due_at <= ?" + except(excludedEntityCount) + " ORDER BY due_at LIMIT ?"
                + indexHint;
    }

    public String nextDue(int excludedEntityCount) {
        return "SELECT due_at FROM restante_delivery WHERE due_at > 0" + except(excludedEntityCount)
                + " ORDER BY due_at LIMIT 1" + indexHint;
    }

    private static String except(int entities) {
        return entities == 0 ? "" : " AND entity NOT IN (?" + ", ?".repeat(entities - 1) + ")";
    }

    /** Returns the query of one state and precedence of an entity, ordered by position. */
    public String withDefaultTimeToLive() {
        return withDefaultTimeToLive;
    }

    /** Returns the query of one state and precedence of an entity after a position and id. */
    public String browse() {
        return browse;
    }
}
