package dev.restante.store.jdbc.rows;

import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A fenced change on its way into a batch.
 *
 * @param operation the index of the operation that it belongs to
 */
public record FencedRow(int operation, Change.Fenced change) {

    public long id() {
        return change.ref().id();
    }

    /** Returns state and deadline that the row must still have; null for a change that needs neither. */
    public DeliveryRef.@Nullable Seen seen() {
        return change.ref().seen();
    }

    /** Returns whether the row is among locked ones, and as the author of the change saw it where that matters. */
    public boolean isAmong(Map<Long, DeliveryRef.Seen> locked) {
        DeliveryRef.Seen now = locked.get(id());
        return now != null && (seen() == null || now.equals(seen()));
    }

    /** The note to write if the change takes effect, or null. */
    @Nullable
    public DeliveryNote note() {
        if (change instanceof Change.Move move) {
            return move.note();
        } else if (change instanceof Change.Release release) {
            return release.note();
        } else if (change instanceof Change.Expire expire) {
            return expire.note();
        }
        return change instanceof Change.Defer defer ? defer.note() : null;
    }
}
