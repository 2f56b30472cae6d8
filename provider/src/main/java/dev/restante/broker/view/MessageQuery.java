package dev.restante.broker.view;

import dev.restante.model.Delivery;
import dev.restante.selector.SelectableHeader;
import dev.restante.selector.Selector;
import dev.restante.store.SelectorCandidate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Filter for messages of an entity by status, selector and sequence number.
 *
 * @param sequenceNumbers the accepted sequence numbers; empty for all
 * @param neverReceived true to accept only messages that no consumer has received
 * @param highWaterMark the last messages that long operations include; null for the messages present when the operation
 *     starts; irrelevant if sequence numbers are specified
 */
public record MessageQuery(
        Set<DeliveryStatus> statuses,
        @Nullable Selector selector,
        Set<Long> sequenceNumbers,
        boolean neverReceived,
        @Nullable EntityHighWaterMark highWaterMark) {

    public MessageQuery {
        statuses = Set.copyOf(statuses);
        sequenceNumbers = Set.copyOf(sequenceNumbers);
    }

    public MessageQuery(
            Set<DeliveryStatus> statuses,
            @Nullable Selector selector,
            Set<Long> sequenceNumbers,
            boolean neverReceived) {
        this(statuses, selector, sequenceNumbers, neverReceived, null);
    }

    /** Returns this query, limited to messages up to a high-water mark. */
    public MessageQuery upTo(EntityHighWaterMark highWaterMark) {
        return new MessageQuery(statuses, selector, sequenceNumbers, neverReceived, highWaterMark);
    }

    public boolean includesAny(DeliveryStatus... accepted) {
        return Set.of(accepted).stream().anyMatch(statuses::contains);
    }

    /** Returns whether the selector accepts a message. An unreadable message matches no selector. */
    public boolean matchesSelector(SelectorCandidate candidate) {
        return selector == null
                || (candidate.header() != null
                        && selector.matches(SelectableHeader.of(candidate.delivery(), candidate.header())));
    }

    /** Returns whether the sequence number and the delivery count of a message are accepted. */
    public boolean matchesNumberAndCount(Delivery delivery) {
        return (sequenceNumbers.isEmpty() || sequenceNumbers.contains(delivery.id()))
                && !(neverReceived && delivery.deliveryCount() > 0);
    }
}
