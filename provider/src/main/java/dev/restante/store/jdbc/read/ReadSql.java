package dev.restante.store.jdbc.read;

import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.rows.DeliveryRows;

/**
 * The statements of the reader. ORDER BY names the leading columns of the index too, or HSQLDB would sort instead of
 * walking along it.
 */
public final class ReadSql {

    /** There is no index of groups, because nothing else needs one: this reads all rows of the entity. */
    static final String EXPIRED_OF_GROUPS = DeliveryRows.SELECT
            + " WHERE entity = ? AND group_id IS NOT NULL AND owner = 0"
            + " AND (expires_at <= ? OR (expires_at IS NULL AND enqueued_at <= ?)) LIMIT ?";

    static final String DEFERRED = DeliveryRows.SELECT + " WHERE id = ? AND entity + 0 = ? AND state + 0 = 4";

    static final String LIST_DEFERRED =
            DeliveryRows.SELECT + " WHERE entity = ? AND state = 4 AND id > ? ORDER BY id LIMIT ?";

    static final String COUNTS = "SELECT state, COUNT(*) FROM restante_delivery WHERE entity = ? GROUP BY state";

    private static final String RANGE = DeliveryRows.SELECT + " WHERE entity = ? AND state = ? AND precedence = ?";

    private final String alongIndex;
    private final String followingDefault;
    private final String browse;

    public ReadSql(Dialect dialect) {
        alongIndex = dialect.alongIndex();
        String inOrder =
                " ORDER BY entity, state, precedence, queue_position, " + dialect.idInOrder() + " LIMIT ?" + alongIndex;
        followingDefault = RANGE + " AND queue_position <= ? AND enqueued_at <= ? AND expires_at IS NULL" + inOrder;
        browse = RANGE + " AND queue_position >= ? AND (queue_position > ? OR id > ?)" + inOrder;
    }

    /** Walks along the due index; what is left out is passed over there. */
    public String due(int exceptEntities) {
        return DeliveryRows.SELECT + " WHERE due_at <= ?" + except(exceptEntities) + " ORDER BY due_at LIMIT ?"
                + alongIndex;
    }

    public String nextDue(int exceptEntities) {
        return "SELECT due_at FROM restante_delivery WHERE due_at > 0" + except(exceptEntities)
                + " ORDER BY due_at LIMIT 1" + alongIndex;
    }

    private static String except(int entities) {
        return entities == 0 ? "" : " AND entity NOT IN (?" + ", ?".repeat(entities - 1) + ")";
    }

    /** One state and precedence of an entity, by position. */
    public String followingDefault() {
        return followingDefault;
    }

    /** One state and precedence of an entity after a position and id. */
    public String browse() {
        return browse;
    }
}
