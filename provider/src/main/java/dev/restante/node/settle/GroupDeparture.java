package dev.restante.node.settle;

import dev.restante.broker.HeldDelivery;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.GroupHolds;
import dev.restante.node.lock.LockTable;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Groups on their way back to the store. However long that takes, because the store fails, nothing of them is
 * received here before all of it is there: else later messages of a group could be received before what is not back
 * yet.
 */
public final class GroupDeparture {

    /** A group on its way back to the store, and who knows it. */
    record LeavingGroup(GroupHolds holds, String groupId) {}

    private final LockTable locks;
    private final List<LeavingGroup> groups;
    private final List<HeldDelivery> followers;
    private final List<Work> returns;

    /** What is not over yet, and whoever may add to that. */
    private final AtomicInteger open = new AtomicInteger(1);

    GroupDeparture(LockTable locks, List<LeavingGroup> groups, List<HeldDelivery> followers, List<Work> returns) {
        this.locks = locks;
        this.groups = groups;
        this.followers = followers;
        this.returns = returns;
    }

    /** Carries back what goes with what was released, and waits for that. */
    public void carryOut(PendingReturns pending) {
        pending.execute(returns, awaits());
        end();
    }

    /** What goes back with what was released; the caller carries it back, and then {@link #end ends} this. */
    List<Work> returns() {
        return returns;
    }

    /** The groups wait for something more. Must be run when that is over. */
    Runnable awaits() {
        open.incrementAndGet();
        return this::over;
    }

    /** Nothing more is added to what the groups wait for. */
    void end() {
        followers.forEach(follower -> locks.endSettling(follower, false));
        over();
    }

    private void over() {
        if (open.decrementAndGet() == 0) {
            groups.forEach(group -> group.holds().left(group.groupId()));
        }
    }
}
