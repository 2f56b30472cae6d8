package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Range of an entity's deliveries with one state and one precedence, which one scan of the order index reads in
 * retrieval order.
 *
 * @param state stored code
 * @param after position after which the range begins; null for the whole range
 */
public record IndexRange(int state, int precedence, @Nullable RetrievalPosition after) {

    /** Returns the ranges of a state after a delivery, highest priority first; all ranges if the delivery is null. */
    static List<IndexRange> startingAfter(DeliveryState state, @Nullable Delivery delivery) {
        int from = delivery == null ? 0 : DeliveryRows.precedence(delivery.priority());
        return ofState(
                state,
                from,
                precedence -> delivery == null || precedence > from ? null : RetrievalPosition.of(delivery));
    }

    /**
     * Returns the ranges of a state, highest priority first.
     *
     * @param from first precedence
     * @param after function that returns the position after which the range of a precedence begins; null for the whole
     *     range
     */
    static List<IndexRange> ofState(DeliveryState state, int from, IntFunction<@Nullable RetrievalPosition> after) {
        return IntStream.rangeClosed(from, DeliveryRows.LOWEST_PRECEDENCE)
                .mapToObj(precedence -> new IndexRange(state.code(), precedence, after.apply(precedence)))
                .toList();
    }
}
