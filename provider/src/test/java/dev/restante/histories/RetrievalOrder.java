package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Retrieval order of the model's messages, and messages that block their group. */
final class RetrievalOrder {

    private final List<ModelMessage> messages;
    private final StickyGroups sticky;

    /**
     * True for a shared store. After a receiver was closed and while no receiver waits, such a node does not fetch
     * messages that become available with time, because other nodes could receive them. The next receive then returns
     * the first prefetched message, although an earlier message may be in the store.
     */
    private final boolean shared;

    RetrievalOrder(List<ModelMessage> messages, StickyGroups sticky, boolean shared) {
        this.messages = messages;
        this.sticky = sticky;
        this.shared = shared;
    }

    /** Returns the messages that the next receive may return, see {@link QueueModel#next}. */
    List<ModelMessage> next(Party party, Predicate<ModelMessage> wanted, boolean receiverClosed) {
        Map<List<?>, List<ModelMessage>> before = new HashMap<>();
        return in(State.AVAILABLE)
                .filter(wanted)
                .filter(message -> mayTake(party, message))
                .filter(message -> {
                    Letter letter = message.letter;
                    boolean firstOfGroup = letter.group() == null
                            || isFirst(before, message, receiverClosed, letter.priority(), letter.group());
                    boolean firstOfMode =
                            isFirst(before, message, receiverClosed, letter.priority(), letter.persistent());
                    boolean first = isFirst(before, message, receiverClosed, letter.priority());
                    return firstOfGroup && (first || (firstOfMode && !letter.persistent()));
                })
                .toList();
    }

    /** Returns whether no other message with these marks must come first. */
    private boolean isFirst(
            Map<List<?>, List<ModelMessage>> before, ModelMessage message, boolean receiverClosed, Object... marks) {
        List<ModelMessage> earlier = before.computeIfAbsent(List.of(marks), first -> new ArrayList<>());
        boolean isFirst =
                earlier.stream().allMatch(other -> other.commit > message.commit || other.order(message) == 0);
        if (!(message.cameByTime && receiverClosed && shared)) {
            earlier.add(message);
        }
        return isFirst;
    }

    private boolean mayTake(Party party, ModelMessage message) {
        if (message.letter.group() == null) {
            return true;
        }
        boolean elsewhere = allInFlight(message).anyMatch(hold -> hold.party != party);
        // The priority does not matter, because this message was the first of its group when it was received.
        boolean headWaits = ofGroup(message, State.SCHEDULED).anyMatch(other -> other.backingOff);
        return !elsewhere && !headWaits && !sticky.keptByOther(message, party);
    }

    /** Returns the deliveries in flight of a message's group, except deferred messages that were received by number. */
    Stream<ModelHold> inFlight(ModelMessage one) {
        return allInFlight(one).filter(hold -> !hold.byNumber);
    }

    private Stream<ModelHold> allInFlight(ModelMessage one) {
        return ofGroup(one, State.LOCKED).map(other -> Objects.requireNonNull(other.lastHold));
    }

    private Stream<ModelMessage> ofGroup(ModelMessage one, State state) {
        return in(state).filter(other -> Objects.equals(other.letter.group(), one.letter.group()));
    }

    /** Returns the messages in a state, in retrieval order. */
    Stream<ModelMessage> in(State state) {
        return messages.stream().filter(message -> message.state == state).sorted(ModelMessage::order);
    }
}
