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
    List<ModelMessage> next(SessionKind sessionKind, Predicate<ModelMessage> wanted, boolean receiverClosed) {
        Map<List<?>, List<ModelMessage>> before = new HashMap<>();
        return in(State.AVAILABLE)
                .filter(wanted)
                .filter(message -> mayReceive(sessionKind, message))
                .filter(message -> {
                    MessageSpec spec = message.spec;
                    boolean firstOfGroup = spec.group() == null
                            || isFirst(before, message, receiverClosed, spec.priority(), spec.group());
                    boolean firstOfMode = isFirst(before, message, receiverClosed, spec.priority(), spec.persistent());
                    boolean first = isFirst(before, message, receiverClosed, spec.priority());
                    return firstOfGroup && (first || (firstOfMode && !spec.persistent()));
                })
                .toList();
    }

    /** Returns the messages that the next receive may return, see {@link QueueModel#nextOfGroups}. */
    List<ModelMessage> nextOfGroups(SessionKind sessionKind, Predicate<ModelMessage> wanted) {
        Map<List<?>, List<ModelMessage>> before = new HashMap<>();
        return in(State.AVAILABLE)
                .filter(wanted)
                .filter(message -> mayReceive(sessionKind, message))
                .filter(message -> message.spec.group() == null
                        || isFirst(before, message, true, message.spec.priority(), message.spec.group()))
                .toList();
    }

    /** Returns whether no other message with these marks must come first. */
    private boolean isFirst(
            Map<List<?>, List<ModelMessage>> before, ModelMessage message, boolean receiverClosed, Object... criteria) {
        List<ModelMessage> earlier = before.computeIfAbsent(List.of(criteria), first -> new ArrayList<>());
        boolean isFirst = earlier.stream()
                .allMatch(other -> other.commitNumber > message.commitNumber || other.order(message) == 0);
        if (!(message.becameAvailableByTime && receiverClosed && shared)) {
            earlier.add(message);
        }
        return isFirst;
    }

    private boolean mayReceive(SessionKind sessionKind, ModelMessage message) {
        if (message.spec.group() == null) {
            return true;
        }
        boolean elsewhere = allInFlight(message).anyMatch(delivery -> delivery.sessionKind != sessionKind);
        // The priority does not matter, because this message was the first of its group when it was received.
        boolean earlierBacksOff = ofGroup(message, State.SCHEDULED).anyMatch(other -> other.backingOff);
        return !elsewhere && !earlierBacksOff && !sticky.isAssignedToOther(message, sessionKind);
    }

    /** Returns the deliveries in flight of a message's group, except deferred messages that were received by number. */
    Stream<ModelDelivery> inFlight(ModelMessage one) {
        return allInFlight(one).filter(delivery -> !delivery.byNumber);
    }

    private Stream<ModelDelivery> allInFlight(ModelMessage one) {
        return ofGroup(one, State.LOCKED).map(other -> Objects.requireNonNull(other.lastDelivery));
    }

    private Stream<ModelMessage> ofGroup(ModelMessage one, State state) {
        return in(state).filter(other -> Objects.equals(other.spec.group(), one.spec.group()));
    }

    /** Returns the messages in a state, in retrieval order. */
    Stream<ModelMessage> in(State state) {
        return messages.stream().filter(message -> message.state == state).sorted(ModelMessage::order);
    }
}
