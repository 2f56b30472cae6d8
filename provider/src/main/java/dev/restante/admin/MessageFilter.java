package dev.restante.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A choice of messages of a queue or subscription. Immutable: each {@code with} method makes a changed copy. */
public final class MessageFilter {

    private static final int MOST_NUMBERS = 1_000;
    private static final MessageFilter ALL = new MessageFilter(null, null, Set.of());

    private final @Nullable Set<MessageState> states;
    private final @Nullable String selector;
    private final Set<Long> sequenceNumbers;

    private MessageFilter(@Nullable Set<MessageState> states, @Nullable String selector, Set<Long> sequenceNumbers) {
        this.states = states;
        this.selector = selector;
        this.sequenceNumbers = sequenceNumbers;
    }

    /** All messages, in the states that the call means where none are named. */
    public static MessageFilter all() {
        return ALL;
    }

    /** Only messages in these states; empty for those that the call means where none are named. */
    public MessageFilter withStates(Collection<MessageState> value) {
        return new MessageFilter(value.isEmpty() ? null : EnumSet.copyOf(value), selector, sequenceNumbers);
    }

    /** Only messages in these states. */
    public MessageFilter withStates(MessageState first, MessageState... more) {
        return new MessageFilter(EnumSet.of(first, more), selector, sequenceNumbers);
    }

    /** Only messages that a selector matches (JMS 3.8.1); null or blank for all. It is checked when it is used. */
    public MessageFilter withSelector(@Nullable String value) {
        return new MessageFilter(states, value == null || value.isBlank() ? null : value, sequenceNumbers);
    }

    /**
     * Only messages with these sequence numbers; empty for all.
     *
     * @param value at most 1,000
     * @throws IllegalArgumentException for more
     */
    public MessageFilter withSequenceNumbers(Collection<Long> value) {
        if (value.size() > MOST_NUMBERS) {
            throw new IllegalArgumentException(value.size() + " sequence numbers are more than " + MOST_NUMBERS
                    + "; ask for them in several calls");
        }
        return new MessageFilter(states, selector, Set.copyOf(value));
    }

    /** Only the message with a sequence number. */
    public MessageFilter withSequenceNumber(long value) {
        return withSequenceNumbers(Set.of(value));
    }

    /** The states that are meant; null where none were named. */
    public @Nullable Set<MessageState> states() {
        return states == null ? null : Set.copyOf(states);
    }

    /** The selector, or null. */
    public @Nullable String selector() {
        return selector;
    }

    /** What is wrong with the selector, and where; empty if it can be used, or there is none. No store is asked. */
    public Optional<String> selectorProblem() {
        try {
            parsed();
            return Optional.empty();
        } catch (BrokerException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The sequence numbers that are meant; empty for all. */
    public Set<Long> sequenceNumbers() {
        return sequenceNumbers;
    }

    MessageQuery query(Set<MessageState> unlessNamed, boolean neverReceived) {
        Set<MessageState> meant = states == null ? unlessNamed : states;
        Set<Standing> standings = meant.stream().map(MessageState::standing).collect(Collectors.toSet());
        return new MessageQuery(standings, parsed(), sequenceNumbers, neverReceived);
    }

    private @Nullable Selector parsed() {
        if (selector == null) {
            return null;
        }
        try {
            return Selector.parse(selector);
        } catch (SelectorSyntaxException e) {
            throw new BrokerException(Reason.INVALID_SELECTOR, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String toString() {
        return "MessageFilter[states=" + (states == null ? "as the call means" : states) + ", selector=" + selector
                + ", sequenceNumbers=" + sequenceNumbers + "]";
    }
}
