package dev.restante.store.jdbc.batch;

import static java.util.Objects.requireNonNull;

import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The updates of a batch, each of a row whose fence holds; {@link RowBinding} binds them. State codes: 1 SCHEDULED, 2
 * AVAILABLE, 3 ACQUIRED, 4 DEFERRED, 5 PREPARED_ENQUEUE, 6 PREPARED_SETTLE, 7 REPEATING, 8 PREPARED_REPEATING.
 *
 * <p>Nothing that is set depends on a column that is set before it: not all databases take the former value then.
 */
public final class RowUpdates {

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

    private final String longParameter;
    private final Map<FencedKind, String> updates;
    private final Map<FencedKind, String> updatesWithNote;

    /**
     * Those of a database.
     *
     * @param longParameter a parameter whose type can't be told from what stands around it
     * @param moreConditions what the rows of a kind have to fulfil besides, beginning with AND; its parameters are the
     *     last
     */
    public RowUpdates(String longParameter, Function<FencedKind, String> moreConditions) {
        this.longParameter = longParameter;
        this.updates = updates(moreConditions, false);
        this.updatesWithNote = updates(moreConditions, true);
    }

    /** The update of a kind; with a note it replaces that of the delivery too. */
    public String of(FencedKind kind, boolean withNote) {
        return requireNonNull((withNote ? updatesWithNote : updates).get(kind));
    }

    private Map<FencedKind, String> updates(Function<FencedKind, String> moreConditions, boolean withNote) {
        Map<FencedKind, String> texts = new EnumMap<>(FencedKind.class);
        for (FencedKind kind : FencedKind.values()) {
            if (kind != FencedKind.REMOVE) {
                texts.put(kind, fenced(kind).sql(withNote) + moreConditions.apply(kind));
            }
        }
        return texts;
    }

    private FencedUpdate fenced(FencedKind kind) {
        return switch (kind) {
            case COUNT_ATTEMPT -> new FencedUpdate("delivery_count = ?", "");
            case GIVE_BACK ->
                new FencedUpdate(
                        "state = " + DeliveryRows.comingBackAs(2) + ", owner = 0, visible_at = 0, due_at = expires_at",
                        "");
            case RELEASE ->
                new FencedUpdate(
                        "state = " + DeliveryRows.comingBackAs(2)
                                + ", owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, suspect = FALSE",
                        "");
            case RELEASE_DELAYED ->
                new FencedUpdate(
                        "state = " + DeliveryRows.comingBackAs(1)
                                + ", owner = 0, visible_at = CASE WHEN deferred THEN 0 ELSE " + longParameter + " END,"
                                + " due_at = CASE WHEN deferred OR expires_at < ? THEN expires_at ELSE "
                                + longParameter + " END, delivery_count = ?, suspect = FALSE",
                        "");
            case PROMOTE -> new FencedUpdate("state = 2, visible_at = 0, due_at = expires_at", " AND state = 1");
            case RESCHEDULE ->
                new FencedUpdate(
                        "visible_at = ?, enqueued_at = ?, due_at = ?, queue_position = ?, acquisition = "
                                + DeliveryRows.nextAcquisition("acquisition"),
                        " AND state = 7");
            case MOVE ->
                new FencedUpdate(
                        "entity = ?, state = 2, owner = 0, queue_position = ?, visible_at = 0, enqueued_at = ?, expires_at = ?,"
                                + " due_at = ?, value_key = ?, delivery_count = ?, suspect = FALSE, deferred = FALSE,"
                                + " acquisition = " + DeliveryRows.nextAcquisition("acquisition"),
                        "");
            case DEFER ->
                new FencedUpdate(
                        "state = 4, owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, suspect = FALSE",
                        "");
            case UNDEFER ->
                new FencedUpdate(
                        "state = 2, owner = 0, visible_at = 0, due_at = expires_at, delivery_count = ?, suspect = FALSE,"
                                + " deferred = FALSE, acquisition = " + DeliveryRows.nextAcquisition("acquisition"),
                        " AND state IN (3, 4)");
            case REACQUIRE ->
                new FencedUpdate(
                        "state = 3, owner = ?, acquisition = " + DeliveryRows.nextAcquisition("acquisition")
                                + ", due_at = NULL, deferred = TRUE",
                        " AND state = 4");
            case TAKE_OVER ->
                new FencedUpdate(
                        "owner = ?, acquisition = " + DeliveryRows.nextAcquisition("acquisition"), " AND state = 3");
            case RESERVE -> new FencedUpdate("state = 6, owner = ?", " AND state = 3");
            case PUBLISH ->
                new FencedUpdate(
                        "state = CASE WHEN state = 8 THEN 7 WHEN visible_at > 0 THEN 1 ELSE 2 END, owner = 0, due_at = CASE WHEN visible_at > 0"
                                + " AND (expires_at IS NULL OR visible_at < expires_at) THEN visible_at ELSE expires_at END",
                        " AND state IN (5, 8)");
            case EXPIRE -> new FencedUpdate("expires_at = ?", " AND state = 3");
            case ACQUIRE ->
                new FencedUpdate(
                        "state = 3, owner = ?, acquisition = " + DeliveryRows.nextAcquisition("acquisition")
                                + ", visible_at = 0, due_at = NULL",
                        " AND state = 2 AND entity = ?");
            case REMOVE -> throw new IllegalArgumentException("a removal is no update");
        };
    }
}
