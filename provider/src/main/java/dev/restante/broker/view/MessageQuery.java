package dev.restante.broker.view;

import dev.restante.model.Delivery;
import dev.restante.selector.SelectableHead;
import dev.restante.selector.Selector;
import dev.restante.store.Candidate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A choice of messages of an entity.
 *
 * @param standings how they may stand
 * @param selector what they must match, or null
 * @param sequenceNumbers which ones; empty for all
 * @param neverReceived whether only those that no receiver has had
 * @param until where long work ends that is not for named ones; null for what is there when it begins
 */
public record MessageQuery(
        Set<Standing> standings,
        @Nullable Selector selector,
        Set<Long> sequenceNumbers,
        boolean neverReceived,
        @Nullable Until until) {

    public MessageQuery {
        standings = Set.copyOf(standings);
        sequenceNumbers = Set.copyOf(sequenceNumbers);
    }

    /** A choice of what is there when it is made. */
    public MessageQuery(
            Set<Standing> standings, @Nullable Selector selector, Set<Long> sequenceNumbers, boolean neverReceived) {
        this(standings, selector, sequenceNumbers, neverReceived, null);
    }

    /** This choice, of what was there before an end. */
    public MessageQuery until(Until end) {
        return new MessageQuery(standings, selector, sequenceNumbers, neverReceived, end);
    }

    /** Whether one of these standings is meant. */
    public boolean any(Standing... wanted) {
        return Set.of(wanted).stream().anyMatch(standings::contains);
    }

    /** Whether a message is meant as far as its selector says. What can't be read matches no selector. */
    public boolean matches(Candidate candidate) {
        return selector == null
                || (candidate.head() != null
                        && selector.matches(SelectableHead.of(candidate.delivery(), candidate.head())));
    }

    /** Whether a message is meant as far as its number and count say. */
    public boolean names(Delivery delivery) {
        return (sequenceNumbers.isEmpty() || sequenceNumbers.contains(delivery.id()))
                && !(neverReceived && delivery.deliveryCount() > 0);
    }
}
