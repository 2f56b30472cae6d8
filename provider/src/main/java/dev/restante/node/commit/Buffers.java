package dev.restante.node.commit;

import dev.restante.model.CallBound;
import dev.restante.model.Delivery;
import dev.restante.model.Spans;
import dev.restante.node.core.NodeContext;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.Contents;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.Seat;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages in the buffers of this node's dispatchers: watches their deadlines, and gives back those that nobody
 * here receives any more. Thread-safe.
 */
public final class Buffers implements Births {

    private static final Logger LOG = LoggerFactory.getLogger(Buffers.class);

    private static final long RETRY_MILLIS = 100;

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final BufferReturns bufferReturns;
    private final ReplacedValues replacedValues;
    private final AlarmClock.Alarm deadline;

    /** Read-locked while a receiver leaves. */
    private final ReentrantReadWriteLock leaving = new ReentrantReadWriteLock();

    public Buffers(NodeContext context, Dispatchers dispatchers, BufferReturns bufferReturns, AlarmClock clock) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.bufferReturns = bufferReturns;
        this.replacedValues = new ReplacedValues(context, dispatchers, bufferReturns);
        this.deadline = clock.alarm("deadlines in buffers", this::expire);
    }

    /**
     * Ends an interval: gives back what receivers here have not taken in it, of what receivers of other nodes wait for.
     */
    public void share(Set<Long> waitingElsewhere) {
        dispatchers.byEntity().forEach((entityId, dispatcher) -> {
            List<Buffered> surplus = dispatcher.contents().surplus(waitingElsewhere.contains(entityId));
            if (surplus.isEmpty()) {
                return;
            }
            bufferReturns.giveBackBehind(surplus, dispatcher.replenishment()::wentBack);
        });
    }

    /** The status of entities may be another: receivers pause, or go on (STA-02). */
    public void noticeStatus() {
        dispatchers.byEntity().forEach(this::noticeStatus);
    }

    /** The same of one entity. */
    public void noticeStatus(long entityId, EntityDispatcher dispatcher) {
        dispatcher.pauses().follow(() -> context.mayReceive(entityId), bufferReturns::giveBack);
    }

    /** An entity is gone: so is what was buffered of it. Its receivers are woken and find out. */
    public void forget(long entityId) {
        EntityDispatcher known = dispatchers.remove(entityId);
        if (known != null) {
            bufferReturns.discard(known.closeAll());
        }
    }

    /** Forgets the entities that are gone from the store. */
    public void forgetDeleted() {
        dispatchers.byEntity().keySet().stream()
                .filter(entityId -> context.registry().known(entityId).isEmpty())
                .forEach(this::forget);
    }

    /** The values in the buffers that later ones have replaced. */
    public ReplacedValues replacedValues() {
        return replacedValues;
    }

    @Override
    public void replaced(Set<Outcome.Replaced> replaced) {
        replacedValues.discard(replaced);
    }

    /** Takes in deliveries of one entity that were born acquired, in this order; does not block. */
    @Override
    public void born(long entityId, List<Buffered> deliveries) {
        EntityDispatcher dispatcher = dispatchers.of(entityId);
        List<Buffered> refused = dispatcher.intake().born(deliveries);
        for (Buffered delivery : deliveries) {
            noticeDeadline(delivery.delivery());
        }
        WayBack.letGo(dispatcher, refused, bufferReturns);
    }

    /**
     * Puts a delivery back into its buffer; false if nobody listens any more, or the node has joined anew since it was
     * acquired.
     */
    public boolean putBack(Buffered delivery) {
        if (delivery.stored() && delivery.delivery().ref().owner() != context.incarnation()) {
            return false;
        }
        boolean back = dispatchers.of(delivery.delivery().entityId()).putBack(delivery);
        if (back) {
            noticeDeadline(delivery.delivery());
        }
        return back;
    }

    /** A delivery with a deadline is in a buffer now. */
    public void noticeDeadline(Delivery delivery) {
        noticeDeadline(context.deadline(delivery));
    }

    /** The same where its deadline is known, {@link Delivery#NEVER} for none. */
    public void noticeDeadline(long deadlineMillis) {
        if (deadlineMillis != Delivery.NEVER) {
            deadline.setNoLaterThan(deadlineMillis);
        }
    }

    /** Options of an entity changed: deadlines in buffers may come sooner. */
    public void noticeOptions() {
        deadline.ringWithin(0);
    }

    /**
     * Closes a receiver's place. When this returns, all deliveries that no receiver wants any more are back in the
     * store, also those that a fetch under way brings, unless the store does not answer within the store time-out.
     */
    public void close(EntityDispatcher dispatcher, Seat seat) {
        // The end of the node waits for this, or the pipeline would be gone.
        leaving.readLock().lock();
        try {
            List<Buffered> left = dispatcher.close(seat);
            if (!left.isEmpty()) {
                bufferReturns.giveBackAndWait(left, dispatcher.replenishment()::wentBack);
            }
            dispatcher
                    .groupHolds()
                    .awaitReturned(CallBound.left(Spans.nanos(context.settings().storeTimeout())));
            if (!dispatcher.active()
                    && !dispatcher.awaitIdle(
                            CallBound.left(Spans.nanos(context.settings().storeTimeout())))) {
                LOG.warn("A fetch did not end in time; its messages go back after its receiver has left");
            }
        } finally {
            leaving.readLock().unlock();
        }
    }

    /** Everything that is buffered goes back; returns when nothing can come into a buffer by receivers that leave. */
    void close() {
        for (EntityDispatcher dispatcher : dispatchers.all()) {
            bufferReturns.giveBack(dispatcher.closeAll(), true);
        }
        // Held by receivers that are leaving, until what they had has been handed back.
        leaving.writeLock().lock();
        try {
            LOG.debug("All receivers have left");
        } finally {
            leaving.writeLock().unlock();
        }
    }

    /**
     * The groups of messages that have expired leave together with these (TTL-18): taken out by itself, such a message
     * would leave the next one of its group to a receiver for a moment.
     */
    private void endGroups(Contents contents, long nowMillis) {
        Set<Long> ended = new HashSet<>();
        Predicate<Buffered> endsItsGroup = buffered -> buffered.delivery().groupId() != null
                && buffered.stored()
                && context.deadline(buffered.delivery()) <= nowMillis
                && !ended.contains(buffered.delivery().id());
        for (Buffered first = contents.find(endsItsGroup); first != null; first = contents.find(endsItsGroup)) {
            ended.add(first.delivery().id());
            bufferReturns.endGroupOf(first.delivery());
        }
    }

    private void expire() {
        if (context.time().suspicious()) {
            // The measurement that clears it has begun.
            deadline.ringWithin(RETRY_MILLIS);
            return;
        }
        long nowMillis = context.time().certainMillis();
        long next = AlarmClock.UNSET;
        for (EntityDispatcher dispatcher : dispatchers.all()) {
            endGroups(dispatcher.contents(), nowMillis);
            bufferReturns.expire(dispatcher.contents().removeExpired(nowMillis));
            next = Math.min(next, dispatcher.contents().earliestDeadline());
        }
        deadline.setNoLaterThan(next);
    }
}
