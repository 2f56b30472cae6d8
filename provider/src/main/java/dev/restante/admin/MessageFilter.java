package dev.restante.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Filter for messages of a queue or subscription by state, selector and sequence number. Immutable: each {@code with}
 * method returns a changed copy.
 */
public final class MessageFilter {

    private static final int MAX_SEQUENCE_NUMBERS = 1_000;
    private static final MessageFilter ALL = new MessageFilter(null, null, Set.of());

    private final @Nullable Set<MessageState> states;
    private final @Nullable String selector;
    private final Set<Long> sequenceNumbers;

    private MessageFilter(@Nullable Set<MessageState> states, @Nullable String selector, Set<Long> sequenceNumbers) {
        this.states = states;
        this.selector = selector;
        this.sequenceNumbers = sequenceNumbers;
    }

    /** Returns a filter that matches all messages in the default states of each call. */
    public static MessageFilter all() {
        return ALL;
    }

    /** Restricts the filter to messages in these states. An empty collection means the default states of each call. */
    public MessageFilter withStates(Collection<MessageState> value) {
        return new MessageFilter(value.isEmpty() ? null : EnumSet.copyOf(value), selector, sequenceNumbers);
    }

    /** Restricts the filter to messages in these states. */
    public MessageFilter withStates(MessageState first, MessageState... more) {
        return new MessageFilter(EnumSet.of(first, more), selector, sequenceNumbers);
    }

    /**
     * Restricts the filter to messages that a selector matches (JMS 3.8.1), or removes a null or blank selector. Calls
     * check the selector when they use the filter.
     */
    public MessageFilter withSelector(@Nullable String value) {
        return new MessageFilter(states, value == null || value.isBlank() ? null : value, sequenceNumbers);
    }

    /**
     * Restricts the filter to messages with these sequence numbers. An empty collection means all messages.
     *
     * @param value at most 1,000 sequence numbers
     * @throws IllegalArgumentException if there are more than 1,000 sequence numbers
     */
    public MessageFilter withSequenceNumbers(Collection<Long> value) {
        if (value.size() > MAX_SEQUENCE_NUMBERS) {
            throw new IllegalArgumentException(value.size() + " sequence numbers are more than the limit of "
                    + MAX_SEQUENCE_NUMBERS + ". Use several calls");
        }
        return new MessageFilter(states, selector, Set.copyOf(value));
    }

    /** Restricts the filter to the message with this sequence number. */
    public MessageFilter withSequenceNumber(long value) {
        return withSequenceNumbers(Set.of(value));
    }

    /** Returns the states, or null for the default states of each call. */
    public @Nullable Set<MessageState> states() {
        return states == null ? null : Set.copyOf(states);
    }

    /** Returns the selector, or null. */
    public @Nullable String selector() {
        return selector;
    }

    /** Returns a description of a syntax error in the selector, or empty if the selector is valid or null. */
    public Optional<String> selectorProblem() {
        try {
            parsed();
            return Optional.empty();
        } catch (BrokerException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the sequence numbers; empty means all messages. */
    public Set<Long> sequenceNumbers() {
        return sequenceNumbers;
    }

    MessageQuery query(Set<MessageState> defaultStates, boolean onlyNeverReceived) {
        Set<MessageState> meant = states == null ? defaultStates : states;
        Set<DeliveryStatus> statuses =
                meant.stream().map(MessageState::deliveryStatus).collect(Collectors.toSet());
        return new MessageQuery(statuses, parsed(), sequenceNumbers, onlyNeverReceived);
    }

    private @Nullable Selector parsed() {
        if (selector == null) {
            return null;
        }
        try {
            return Selector.parse(selector);
        } catch (SelectorSyntaxException e) {
            throw new BrokerException(BrokerErrorReason.INVALID_SELECTOR, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String toString() {
        return "MessageFilter[states=" + (states == null ? "default of the call" : states) + ", selector=" + selector
                + ", sequenceNumbers=" + sequenceNumbers + "]";
    }
}
