package dev.restante.node.settle;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Settlement;
import dev.restante.model.CallBound;
import dev.restante.model.Spans;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.lock.LockTable;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages that receive calls of this node have returned and nobody has completed yet (RCV-17). They are few, as
 * each session goes on by completing its own. An alarm completes what is left. Whoever waits behind one, for its
 * message group or its place in the quota, has it completed at once. Its lock is that of its session, which does not
 * run out meanwhile.
 *
 * <p>Thread-safe without a lock. Whoever is to wait says so first and hurries what lingers; what is to linger is
 * entered first and looks for those who wait. So one of the two sees the other.
 */
public final class Lingerings {

    private static final Logger LOG = LoggerFactory.getLogger(Lingerings.class);

    /** So long it takes at most where nobody completes it. */
    private static final long LONGEST_MILLIS = 1_000;

    /** More than a call of the store takes that fails. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final LockTable locks;
    private final NodeSettlement settlement;
    private final AlarmClock.Alarm alarm;
    private final Set<LingeringDelivery> all = ConcurrentHashMap.newKeySet();
    private final LingeringDelivery.Owner owner = new ForEach();
    private volatile boolean closed;

    public Lingerings(
            NodeContext context,
            Dispatchers dispatchers,
            LockTable locks,
            NodeSettlement settlement,
            AlarmClock clock) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.locks = locks;
        this.settlement = settlement;
        this.alarm = clock.alarm("messages that were received", this::completeDue);
    }

    /** As {@link Settlement#linger}. */
    public LingeringDelivery add(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        long third = Spans.millis(held.lockDuration(held.entity())) / 3;
        LingeringDelivery lingering = new LingeringDelivery(
                owner, held, whenDone, Spans.later(context.time().steadyMillis(), Math.min(LONGEST_MILLIS, third)));
        all.add(lingering);
        if (someoneWaitsBehind(held)) {
            lingering.begin(Operation.Urgency.NOW);
        } else {
            owner.watch(lingering);
        }
        if (closed) {
            lingering.complete();
        }
        return lingering;
    }

    private boolean someoneWaitsBehind(HeldDelivery held) {
        long entityId = held.delivery().entityId();
        if (locks.holds().ofEntity(entityId).anyWaiting()) {
            return true;
        }
        if (held.delivery().groupId() == null) {
            return false;
        }
        EntityDispatcher dispatcher = dispatchers.known(entityId);
        return dispatcher != null && dispatcher.anyWaiting();
    }

    /** A receiver of an entity waits for a place in the quota: what lingers there makes room. */
    public void hurry(long entityId) {
        hurry(held -> held.delivery().entityId() == entityId);
    }

    /** A receiver of an entity has found nothing: what lingers there may keep it from a message group. */
    public void hurryGroups(long entityId) {
        hurry(held -> isGrouped(held, entityId));
    }

    private static boolean isGrouped(HeldDelivery held, long entityId) {
        return held.delivery().groupId() != null && held.delivery().entityId() == entityId;
    }

    private void hurry(Predicate<HeldDelivery> behind) {
        if (all.isEmpty()) {
            return;
        }
        for (LingeringDelivery each : all) {
            if (behind.test(each.held())) {
                each.begin(Operation.Urgency.NOW);
            }
        }
    }

    /**
     * The same for somebody who can't wait for its wake-up: returns when what lingers has been completed, or the store
     * has failed.
     */
    public void completeOf(long entityId) {
        completeAll(held -> held.delivery().entityId() == entityId);
    }

    /** The same for what may keep somebody from a message group. */
    public void completeGroupsOf(long entityId) {
        completeAll(held -> isGrouped(held, entityId));
    }

    private void completeAll(Predicate<HeldDelivery> wanted) {
        if (all.isEmpty()) {
            return;
        }
        List<LingeringDelivery> completed =
                all.stream().filter(each -> wanted.test(each.held())).toList();
        completed.forEach(each -> each.begin(Operation.Urgency.NOW));
        long endNanos = System.nanoTime() + patienceNanos();
        completed.forEach(each -> each.awaitTried(endNanos));
    }

    /** The node ends in order: completes everything. */
    public void close() {
        closed = true;
        completeAll(held -> true);
    }

    private void completeDue() {
        long nowMillis = context.time().steadyMillis();
        List<LingeringDelivery> due = new ArrayList<>();
        long next = AlarmClock.UNSET;
        for (LingeringDelivery each : all) {
            if (each.dueMillis() <= nowMillis) {
                due.add(each);
            } else {
                next = Math.min(next, each.dueMillis());
            }
        }
        // First: it must ring again whatever becomes of those that are due.
        alarm.ringWithinSteady(next);
        due.forEach(LingeringDelivery::begin);
    }

    private long patienceNanos() {
        return CallBound.left(Spans.later(Spans.nanos(context.settings().storeTimeout()), GRACE_NANOS));
    }

    private final class ForEach implements LingeringDelivery.Owner {
        @Override
        public void watch(LingeringDelivery lingering) {
            alarm.ringWithinSteady(lingering.dueMillis());
        }

        @Override
        public void forget(LingeringDelivery lingering) {
            all.remove(lingering);
        }

        @Override
        public long dueAgain() {
            return Spans.later(context.time().steadyMillis(), LONGEST_MILLIS);
        }

        @Override
        public long patienceNanos() {
            return Lingerings.this.patienceNanos();
        }

        @Override
        public void complete(HeldDelivery held) {
            settlement.complete(List.of(held));
        }

        @Override
        public void begin(HeldDelivery held, Operation.Urgency urgency, Consumer<@Nullable BrokerException> whenDone) {
            settlement.completeLazily(held, urgency, whenDone);
        }

        @Override
        public void late(HeldDelivery held) {
            LOG.warn(
                    "Message {} of '{}' is being completed for longer than the store may take",
                    held.sequenceNumber(),
                    held.entity().name());
        }
    }
}
