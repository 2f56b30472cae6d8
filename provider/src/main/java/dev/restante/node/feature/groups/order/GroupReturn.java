package dev.restante.node.feature.groups.order;

import dev.restante.broker.InFlightDelivery;
import dev.restante.node.commit.RetryingCommitter;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.queue.GroupCoordinator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Running return of message groups to the store, which blocks deliveries of these groups until all members are stored.
 * A failure of the store does not end the block. A consumer could otherwise receive later messages of a group before
 * earlier ones.
 */
public final class GroupReturn {

    record ReturningGroup(GroupCoordinator groups, String groupId) {}

    private final LockRegistry locks;
    private final List<ReturningGroup> groups;
    private final List<InFlightDelivery> laterMembers;
    private final List<ChangeSet> changeSets;

    /** Number of unfinished writes, plus one while the caller can add writes. */
    private final AtomicInteger pendingWrites = new AtomicInteger(1);

    GroupReturn(
            LockRegistry locks,
            List<ReturningGroup> groups,
            List<InFlightDelivery> laterMembers,
            List<ChangeSet> changeSets) {
        this.locks = locks;
        this.groups = groups;
        this.laterMembers = laterMembers;
        this.changeSets = changeSets;
    }

    /** Returns the other members of the groups to the store and waits for it. */
    public void execute(RetryingCommitter retryingCommitter) {
        retryingCommitter.commit(changeSets, addWrite());
        endAdding();
    }

    /**
     * Returns the changes that return the other members of the groups. The caller writes them, then calls
     * {@link #endAdding}.
     */
    public List<ChangeSet> changeSets() {
        return changeSets;
    }

    /** Adds a write for which the groups wait. The caller runs the returned action when the write has ended. */
    public Runnable addWrite() {
        pendingWrites.incrementAndGet();
        return this::writeEnded;
    }

    /** Marks the locks of later members as lost, and ends the addition of writes. */
    public void endAdding() {
        laterMembers.forEach(follower -> locks.endSettling(follower, false));
        writeEnded();
    }

    private void writeEnded() {
        if (pendingWrites.decrementAndGet() == 0) {
            groups.forEach(group -> group.groups().returnEnded(group.groupId()));
        }
    }
}
