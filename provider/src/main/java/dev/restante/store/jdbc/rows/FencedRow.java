package dev.restante.store.jdbc.rows;

import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Change to one delivery row that applies only while its fencing token matches, with the index of its operation in the
 * batch.
 *
 * @param operation the index of the batch operation that the change belongs to
 */
public record FencedRow(int operation, Change.FencedChange change) {

    public long id() {
        return change.ref().id();
    }

    /** Returns state and expiry time that the row must still have, or null if the change requires neither. */
    public DeliveryRef.@Nullable RowExpectation expectedState() {
        return change.ref().expectation();
    }

    /**
     * Returns whether the row is among the locked rows and still has the state and expiry time that the change
     * requires.
     */
    public boolean isUnchangedIn(Map<Long, DeliveryRef.RowExpectation> locked) {
        DeliveryRef.RowExpectation now = locked.get(id());
        return now != null && (expectedState() == null || now.equals(expectedState()));
    }

    /** Returns the annotations to write if the change takes effect, or null. */
    @Nullable
    public DeliveryAnnotations annotations() {
        if (change instanceof Change.Move move) {
            return move.annotations();
        } else if (change instanceof Change.Release release) {
            return release.annotations();
        } else if (change instanceof Change.Expire expire) {
            return expire.annotations();
        }
        return change instanceof Change.Defer defer ? defer.annotations() : null;
    }
}
