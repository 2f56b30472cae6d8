package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which messages of the model come next, and which keep others of their group back. */
final class RetrievalOrder {

    private final List<ModelMessage> messages;
    private final StickyGroups sticky;

    /**
     * Once a receiver of a queue in a shared store has been closed and while no other one waits, nothing is brought to
     * the front that becomes available by itself, because other nodes could have it: of what the node has in its memory
     * the next receive takes the first, although something may be in the store that belongs before it.
     */
    private final boolean shared;

    RetrievalOrder(List<ModelMessage> messages, StickyGroups sticky, boolean shared) {
        this.messages = messages;
        this.sticky = sticky;
        this.shared = shared;
    }

    /** See {@link QueueModel#next}. */
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

    /** Whether nothing with the same marks must come before it. */
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
        boolean elsewhere = inFlight(message).anyMatch(hold -> hold.party != party);
        // Whatever its priority: it was the head when it was received.
        boolean headWaits = ofGroup(message, State.SCHEDULED).anyMatch(other -> other.backingOff);
        return !elsewhere && !headWaits && !sticky.keptByOther(message, party);
    }

    /** What is in somebody's hands of a message's group. */
    Stream<ModelHold> inFlight(ModelMessage one) {
        return ofGroup(one, State.LOCKED)
                .map(other -> Objects.requireNonNull(other.lastHold))
                .filter(hold -> !hold.byNumber);
    }

    private Stream<ModelMessage> ofGroup(ModelMessage one, State state) {
        return in(state).filter(other -> Objects.equals(other.letter.group(), one.letter.group()));
    }

    /** What is in a state, in the order of retrieval. */
    Stream<ModelMessage> in(State state) {
        return messages.stream().filter(message -> message.state == state).sorted(ModelMessage::order);
    }
}
