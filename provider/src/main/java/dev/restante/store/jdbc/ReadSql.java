package dev.restante.store.jdbc;

import dev.restante.store.jdbc.dialect.Dialect;

/** The statements of the reader. ORDER BY names the leading columns of the index too, or HSQLDB would sort instead of walking along it. */
final class ReadSql {

    static final String MESSAGE = "SELECT head, body FROM restante_message WHERE id = ?";

    static final String BORN_MESSAGE = "SELECT head, body FROM restante_born_message WHERE id = ?";

    static final String MESSAGES = "SELECT head, body, id FROM restante_message WHERE id = ANY(?)";

    static final String HEAD = "SELECT id, head FROM restante_message WHERE id = ?";

    static final String HEADS = "SELECT id, head FROM restante_message WHERE id = ANY(?)";

    static final String BORN_HEAD = "SELECT id, head FROM restante_born_message WHERE id = ?";

    static final String AVAILABLE = DeliveryRows.SELECT + " WHERE id = ? AND entity = ? AND state = 2";

    static final String AVAILABLE_OF_THESE = DeliveryRows.SELECT + " WHERE id = ANY(?) AND entity = ? AND state = 2";

    static final String DEFERRED = DeliveryRows.SELECT + " WHERE id = ? AND entity = ? AND state = 4";

    static final String LIST_DEFERRED =
            DeliveryRows.SELECT + " WHERE entity = ? AND state = 4 AND id > ? ORDER BY id LIMIT ?";

    static final String COUNTS = "SELECT state, COUNT(*) FROM restante_delivery WHERE entity = ? GROUP BY state";

    private static final String RANGE = DeliveryRows.SELECT + " WHERE entity = ? AND state = ? AND precedence = ?";

    private static final String IN_ORDER = " ORDER BY entity, state, precedence, queue_position, id LIMIT ?";

    /** Of several entities, for a database to which a statement is a round trip: one probe of the index for each state and precedence. */
    static final String OLDEST_FOLLOWING_DEFAULT =
            """
            SELECT e.id, MIN(oldest.enqueued_at) FROM unnest(?::bigint[]) AS e(id)
            CROSS JOIN (VALUES (1::smallint), (2::smallint), (4::smallint)) AS s(state)
            CROSS JOIN generate_series(0, 9) AS p(precedence)
            CROSS JOIN LATERAL (
              SELECT d.enqueued_at FROM restante_delivery d
              WHERE d.entity = e.id AND d.state = s.state AND d.precedence = p.precedence::smallint AND d.expires_at IS NULL
              ORDER BY d.entity, d.state, d.precedence, d.queue_position, d.id LIMIT 1) AS oldest
            GROUP BY e.id""";

    private final String alongIndex;
    private final String followingDefault;
    private final String browse;

    ReadSql(Dialect dialect) {
        alongIndex = dialect.alongIndex();
        followingDefault = RANGE + " AND queue_position <= ? AND enqueued_at <= ? AND expires_at IS NULL" + IN_ORDER
                + dialect.alongIndex();
        browse =
                RANGE + " AND queue_position >= ? AND (queue_position > ? OR id > ?)" + IN_ORDER + dialect.alongIndex();
    }

    /** Walks along the due index; what is left out is passed over there. */
    String due(int exceptEntities) {
        return DeliveryRows.SELECT + " WHERE due_at <= ?" + except(exceptEntities) + " ORDER BY due_at LIMIT ?"
                + alongIndex;
    }

    String nextDue(int exceptEntities) {
        return "SELECT due_at FROM restante_delivery WHERE due_at > 0" + except(exceptEntities)
                + " ORDER BY due_at LIMIT 1" + alongIndex;
    }

    private static String except(int entities) {
        return entities == 0 ? "" : " AND entity NOT IN (?" + ", ?".repeat(entities - 1) + ")";
    }

    /** One state and precedence of an entity, by position. */
    String followingDefault() {
        return followingDefault;
    }

    /** One state and precedence of an entity after a position and id. */
    String browse() {
        return browse;
    }
}
