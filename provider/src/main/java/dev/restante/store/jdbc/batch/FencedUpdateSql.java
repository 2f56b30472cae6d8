package dev.restante.store.jdbc.batch;

import static java.util.Objects.requireNonNull;

import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * SQL texts for HSQLDB, MariaDB and MySQL of the single-row UPDATEs that change a delivery only if its owner and
 * acquisition count match. Each {@link FencedChangeKind} has its own text; {@link RowBinding} binds the parameters.
 * State codes: 1 SCHEDULED, 2 AVAILABLE, 3 ACQUIRED, 4 DEFERRED, 5 PREPARED_ENQUEUE, 6 PREPARED_SETTLE, 7 REPEATING, 8
 * PREPARED_REPEATING.
 *
 * <p>No assignment reads a column that an earlier assignment changes, because some databases would read the new value.
 */
public final class FencedUpdateSql {

    private record UpdateClauses(String settings, String condition) {

        private static final String ANNOTATIONS =
                ", original_expiration = ?, dead_letter_reason = ?, dead_letter_description = ?, dead_letter_source = ?, changed_properties = ?";

        /**
         * Returns the statement. The parameters of the SET clause come first, then the annotations if present, then the
         * fencing token.
         */
        String sql(boolean withAnnotations) {
            return "UPDATE restante_delivery SET " + settings + (withAnnotations ? ANNOTATIONS : "")
                    + DeliveryRows.FENCE_CONDITION + condition;
        }
    }

    private final String longParameter;
    private final Map<FencedChangeKind, String> updates;
    private final Map<FencedChangeKind, String> annotatedUpdates;

    /**
     * Creates the texts for a database.
     *
     * @param longParameter text of a parameter whose type the database cannot derive from the context
     * @param extraCondition further condition for the rows of a kind, beginning with AND, whose parameters are last
     */
    public FencedUpdateSql(String longParameter, Function<FencedChangeKind, String> extraCondition) {
        this.longParameter = longParameter;
        this.updates = updates(extraCondition, false);
        this.annotatedUpdates = updates(extraCondition, true);
    }

    /** Returns the UPDATE of a kind, optionally with the delivery annotations. */
    public String sql(FencedChangeKind kind, boolean withAnnotations) {
        return requireNonNull((withAnnotations ? annotatedUpdates : updates).get(kind));
    }

    private Map<FencedChangeKind, String> updates(
            Function<FencedChangeKind, String> extraCondition, boolean withAnnotations) {
        Map<FencedChangeKind, String> texts = new EnumMap<>(FencedChangeKind.class);
        for (FencedChangeKind kind : FencedChangeKind.values()) {
            if (kind != FencedChangeKind.REMOVE) {
                texts.put(kind, fenced(kind).sql(withAnnotations) + extraCondition.apply(kind));
            }
        }
        return texts;
    }

    private UpdateClauses fenced(FencedChangeKind kind) {
        return switch (kind) {
            case COUNT_ATTEMPT -> new UpdateClauses("delivery_count = ?", "");
            case RETURN_UNDELIVERED ->
                new UpdateClauses(
                        "state = " + DeliveryRows.returnStateSql(2)
                                + ", owner = 0, visible_at = 0, due_at = expires_at",
                        "");
            case RELEASE ->
                new UpdateClauses(
                        "state = " + DeliveryRows.returnStateSql(2)
                                + ", owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, redelivery_suspected = FALSE",
                        "");
            case RELEASE_DELAYED ->
                new UpdateClauses(
                        "state = " + DeliveryRows.returnStateSql(1)
                                + ", owner = 0, visible_at = CASE WHEN returns_deferred THEN 0 ELSE " + longParameter
                                + " END,"
                                + " due_at = CASE WHEN returns_deferred OR expires_at < ? THEN expires_at ELSE "
                                + longParameter + " END, delivery_count = ?, redelivery_suspected = FALSE",
                        "");
            case PROMOTE -> new UpdateClauses("state = 2, visible_at = 0, due_at = expires_at", " AND state = 1");
            case RESCHEDULE ->
                new UpdateClauses(
                        "visible_at = ?, enqueued_at = ?, due_at = ?, queue_position = ?, acquisition_count = "
                                + DeliveryRows.nextAcquisition("acquisition_count"),
                        " AND state = 7");
            case MOVE ->
                new UpdateClauses(
                        "entity = ?, state = 2, owner = 0, queue_position = ?, visible_at = 0, enqueued_at = ?, expires_at = ?,"
                                + " due_at = ?, value_key = ?, delivery_count = ?, redelivery_suspected = FALSE, returns_deferred = FALSE,"
                                + " acquisition_count = " + DeliveryRows.nextAcquisition("acquisition_count"),
                        "");
            case DEFER ->
                new UpdateClauses(
                        "state = 4, owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, redelivery_suspected = FALSE",
                        "");
            case UNDEFER ->
                new UpdateClauses(
                        "state = 2, owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, redelivery_suspected = FALSE,"
                                + " returns_deferred = FALSE, acquisition_count = "
                                + DeliveryRows.nextAcquisition("acquisition_count"),
                        " AND state IN (3, 4)");
            case ACQUIRE_DEFERRED ->
                new UpdateClauses(
                        "state = 3, owner = ?, acquisition_count = " + DeliveryRows.nextAcquisition("acquisition_count")
                                + ", due_at = NULL, returns_deferred = TRUE",
                        " AND state = 4");
            case TAKE_OVER ->
                new UpdateClauses(
                        "owner = ?, acquisition_count = " + DeliveryRows.nextAcquisition("acquisition_count"),
                        " AND state = 3");
            case PREPARE_SETTLEMENT -> new UpdateClauses("state = 6, owner = ?", " AND state = 3");
            case COMMIT_PREPARED_SEND ->
                new UpdateClauses(
                        "state = CASE WHEN state = 8 THEN 7 WHEN visible_at > 0 THEN 1 ELSE 2 END, owner = 0, due_at = CASE WHEN visible_at > 0"
                                + " AND (expires_at IS NULL OR visible_at < expires_at) THEN visible_at ELSE expires_at END",
                        " AND state IN (5, 8)");
            case EXPIRE -> new UpdateClauses("expires_at = ?", " AND state = 3");
            case ACQUIRE ->
                new UpdateClauses(
                        "state = 3, owner = ?, acquisition_count = " + DeliveryRows.nextAcquisition("acquisition_count")
                                + ", visible_at = 0, due_at = NULL",
                        " AND state = 2 AND entity = ?");
            case REMOVE -> throw new IllegalArgumentException("A removal is not an update");
        };
    }
}
