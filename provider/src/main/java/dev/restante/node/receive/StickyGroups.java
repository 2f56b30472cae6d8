package dev.restante.node.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Entity;
import dev.restante.model.GroupRef;
import dev.restante.model.MessageHead;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.GroupHolds;
import dev.restante.option.GroupAssignment;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The message groups that stay with one receiver (GRP-06): each that it gets something of, from the first message on.
 * Within the node the dispatcher keeps it for the receiver's party; on a shared store a row keeps other nodes from it,
 * as it does for a group that was accepted. The row goes when the receiver is closed, or with the node.
 *
 * <p>Its monitor guards what it has; it is held while the store is asked for a group that is new here.
 */
final class StickyGroups {

    /** The property whose value -1 closes a group, as in ActiveMQ Classic and Artemis. */
    private static final String SEQUENCE = "JMSXGroupSeq";

    private static final int CLOSES = -1;

    private final ReceiverServices services;
    private final boolean keeps;

    @GuardedBy("this")
    private final Map<String, GroupRef> kept = new HashMap<>(0);

    /** Whether it has any, for those who look at each message. */
    private volatile boolean any;

    @GuardedBy("this")
    private boolean closed;

    /** Those of a receiver; {@code keeps} unless somebody else sees to its groups. */
    StickyGroups(ReceiverServices services, boolean keeps) {
        this.services = services;
        this.keeps = keeps;
    }

    /** Whether a message closes its group: nothing that follows it stays with its receiver. */
    private static boolean closes(MessageHead head) {
        return head.properties().get(SEQUENCE) instanceof Number sequence && sequence.intValue() == CLOSES;
    }

    /**
     * The receiver has taken something, and gets it next: its group stays, if its entity is one where groups do.
     *
     * @return false if another node has the group: what was taken goes back
     * @throws dev.restante.broker.BrokerException if the store fails
     */
    boolean keep(Entity entity, ReceiverPlace at, Buffered taken) {
        String groupId = taken.delivery().groupId();
        if (groupId == null || !keeps || entity.options().groupAssignment() != GroupAssignment.STICKY) {
            return true;
        }
        GroupHolds holds = at.dispatcher().groupHolds();
        synchronized (this) {
            if (closes(taken.message().head())) {
                release(entity, holds, at, groupId);
                return true;
            } else if (closed || kept.containsKey(groupId) || !holds.keep(groupId, at.seat())) {
                return true;
            }
            boolean accepted = false;
            try {
                GroupRef ref = new GroupRef(
                        entity.id(), groupId, services.context().ids().next());
                accepted = services.context().store().traits().exclusive()
                        || services.context()
                                .store()
                                .messageGroups()
                                .accept(ref, services.context().incarnation());
                if (accepted) {
                    kept.put(groupId, ref);
                    any = true;
                }
            } catch (StoreException e) {
                throw Refusals.of(e);
            } finally {
                if (!accepted) {
                    holds.release(groupId, at.seat());
                }
            }
            return accepted;
        }
    }

    /** One that it has goes to whoever comes first, once what was received of it is settled. */
    @GuardedBy("this")
    private void release(Entity entity, GroupHolds holds, ReceiverPlace at, String groupId) {
        GroupRef ref = kept.remove(groupId);
        if (ref != null) {
            holds.release(groupId, at.seat());
            if (!services.context().store().traits().exclusive()) {
                services.pending().submit(List.of(released(entity.id(), List.of(ref))));
            }
        }
    }

    private static Work released(long entityId, List<GroupRef> refs) {
        List<Change> changes = new ArrayList<>(refs.size());
        refs.forEach(ref -> changes.add(new Change.ReleaseGroup(ref)));
        return new Work(entityId, changes, Operation.Misses.SKIP, List.of(), false, Long.MAX_VALUE);
    }

    /** Groups no longer stay here: those that did go to whoever comes first. */
    void noticeOptions(Entity entity, ReceiverPlace at) {
        if (any && entity.options().groupAssignment() != GroupAssignment.STICKY) {
            tell(entity, taken(at), false);
        }
    }

    /** The node has joined anew, and has none of them any more. */
    synchronized void outlived() {
        kept.clear();
        any = false;
    }

    /** The receiver is closed: gives up what it has within this node; what is returned tells the others. */
    Runnable close(Entity entity, ReceiverPlace at) {
        List<GroupRef> refs;
        synchronized (this) {
            closed = true;
            refs = taken(at);
        }
        return () -> tell(entity, refs, true);
    }

    private synchronized List<GroupRef> taken(ReceiverPlace at) {
        List<GroupRef> refs = List.copyOf(kept.values());
        kept.clear();
        any = false;
        refs.forEach(ref -> at.dispatcher().groupHolds().release(ref.groupId(), at.seat()));
        return refs;
    }

    private void tell(Entity entity, List<GroupRef> refs, boolean wait) {
        if (refs.isEmpty() || services.context().store().traits().exclusive()) {
            return;
        }
        List<Work> works = List.of(released(entity.id(), refs));
        if (wait) {
            services.pending().execute(works);
        } else {
            services.pending().submit(works);
        }
    }
}
