package dev.restante.node.queue.group;

import dev.restante.node.queue.buffer.PrefetchBuffer;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.IdentityHashMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Index of each group's next receivable message, for all receivers without a selector or for the participant (consumer
 * or session) that holds the group.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
public final class NextGroupMessages {

    /** Members that were acquired for receivers without a selector. */
    private final PrefetchBuffer common;

    /** First members of groups that no participant holds. */
    private final NavigableSet<PrefetchedMessage> free = new TreeSet<>(PrefetchedMessage::compareRetrievalOrder);

    /** First members of held groups, by participant. */
    private final IdentityHashMap<Object, NavigableSet<PrefetchedMessage>> byParticipant = new IdentityHashMap<>();

    NextGroupMessages(PrefetchBuffer common) {
        this.common = common;
    }

    /** Returns the first message that a participant without a selector may take; null for none. */
    @Nullable
    public PrefetchedMessage first(Object participant) {
        NavigableSet<PrefetchedMessage> own = byParticipant.get(participant);
        PrefetchedMessage first = free.isEmpty() ? null : free.first();
        return own == null || own.isEmpty() ? first : PrefetchedMessage.first(first, own.first());
    }

    /** Returns whether a message is offered to this participant alone. */
    public boolean hasNextFor(Object participant) {
        NavigableSet<PrefetchedMessage> own = byParticipant.get(participant);
        return own != null && !own.isEmpty();
    }

    /** Returns whether any message is offered to one participant alone. */
    public boolean anyReserved() {
        return !byParticipant.isEmpty();
    }

    /** Returns whether any message is offered, to all receivers or to one participant. */
    public boolean any() {
        return !free.isEmpty() || anyReserved();
    }

    /** Returns the number of messages that are offered to all receivers without a selector. */
    public int freeCount() {
        return free.size();
    }

    /**
     * Replaces the offered message of a group.
     *
     * @param first the only member that may be received now; null for none
     */
    void setNext(LocalMessageGroup group, @Nullable PrefetchedMessage first) {
        PrefetchedMessage next = first == null || !common.contains(first) ? null : first;
        if (isSame(next, group.next)) {
            return;
        }
        withdraw(group);
        if (next != null) {
            group.next = next;
            offeredIn(group).add(next);
        }
    }

    private void withdraw(LocalMessageGroup group) {
        PrefetchedMessage offered = group.next;
        if (offered == null) {
            return;
        }
        offeredIn(group).remove(offered);
        group.next = null;
        Object participant = group.participant;
        if (participant != null && offeredIn(group).isEmpty()) {
            byParticipant.remove(participant);
        }
    }

    private NavigableSet<PrefetchedMessage> offeredIn(LocalMessageGroup group) {
        Object participant = group.participant;
        return participant == null
                ? free
                : byParticipant.computeIfAbsent(
                        participant, unused -> new TreeSet<>(PrefetchedMessage::compareRetrievalOrder));
    }

    /**
     * Sets the participant that holds a group; null for none. Withdraws the offered message until it is offered again.
     */
    void setParticipant(LocalMessageGroup group, @Nullable Object participant) {
        if (group.participant != participant) {
            withdraw(group);
            group.participant = participant;
        }
    }

    /** Returns whether both are the same delivery, or both are null. */
    static boolean isSame(@Nullable PrefetchedMessage one, @Nullable PrefetchedMessage other) {
        return (one == null || other == null)
                ? (one == null && other == null)
                : PrefetchedMessage.compareRetrievalOrder(one, other) == 0;
    }
}
