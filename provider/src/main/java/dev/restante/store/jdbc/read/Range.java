package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.Place;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A part of an entity's deliveries that the order index has together: those of one state and precedence.
 *
 * @param state its code in the database
 * @param after the place behind which it begins; null for the whole
 */
public record Range(int state, int precedence, @Nullable Place after) {

    /** Returns the ranges of a state that begin behind a delivery, the highest priority first; null for all. */
    static List<Range> behind(DeliveryState state, @Nullable Delivery after) {
        int from = after == null ? 0 : DeliveryRows.precedence(after.priority());
        return ofState(state, from, precedence -> after == null || precedence > from ? null : Place.of(after));
    }

    /**
     * Returns the ranges of a state, the highest priority first.
     *
     * @param from the first precedence
     * @param after the place behind which the range of a precedence begins; null for the whole
     */
    static List<Range> ofState(DeliveryState state, int from, IntFunction<@Nullable Place> after) {
        return IntStream.rangeClosed(from, DeliveryRows.LOWEST_PRECEDENCE)
                .mapToObj(precedence -> new Range(state.code(), precedence, after.apply(precedence)))
                .toList();
    }
}
