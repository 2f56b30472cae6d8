package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.rule.DeadLetterRule.Cause;
import dev.restante.node.rule.Fate;
import dev.restante.node.rule.GroupEnds;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes off this node what it has acquired and no application had: back into the store, to the dead letters, or away.
 * Thread-safe.
 */
public final class BufferReturns {

    private final NodeContext context;
    private final Returns returns;
    private final PendingReturns pending;

    public BufferReturns(NodeContext context, Returns returns, PendingReturns pending) {
        this.context = context;
        this.returns = returns;
        this.pending = pending;
    }

    /** Gives back what nobody received, uncounted. */
    public void giveBack(List<Buffered> left, boolean wait) {
        carryOut(back(left), wait, () -> {});
    }

    /** The same; does not wait, and tells when it is in the store, or will not be while this node lives. */
    public void giveBack(List<Buffered> left, Runnable whenOver) {
        carryOut(back(left), false, whenOver);
    }

    /** The same; waits for the store once, but no longer, and tells when it is there. */
    void giveBackAndWait(List<Buffered> left, Runnable whenOver) {
        carryOut(back(left), true, whenOver);
    }

    private List<Work> back(List<Buffered> left) {
        List<Work> works = new ArrayList<>(left.size());
        for (Buffered buffered : left) {
            Entity entity = context.knownEntity(buffered.delivery());
            if (buffered.stored()) {
                works.add(backInStore(buffered.delivery()));
            } else if (entity != null) {
                Work work = returns.ofUnstored(
                        entity, buffered, new Fate.Back(buffered.delivery().deliveryCount(), 0), null);
                if (work != null) {
                    works.add(work);
                }
            }
        }
        return works;
    }

    /**
     * Gives back deliveries that belong behind those that stay in the buffer, so nothing fetches them to the front.
     * Does not wait, and tells when the store has them.
     */
    void giveBackBehind(List<Buffered> surplus, Runnable whenOver) {
        List<Work> works = surplus.stream()
                .map(buffered -> backInStore(buffered.delivery()))
                .toList();
        pending.submit(Work.together(works).stream().map(Work::goingBehind).toList(), whenOver);
    }

    /** Deals with what was found expired. */
    public void expire(List<Buffered> expired) {
        if (expired.isEmpty()) {
            return;
        }
        long nowMillis = context.time().certainMillis();
        List<Work> works = new ArrayList<>(expired.size());
        for (Buffered buffered : expired) {
            Entity entity = context.knownEntity(buffered.delivery());
            if (entity == null) {
                continue;
            }
            Delivery delivery = buffered.delivery();
            Fate fate = Fate.of(entity, delivery, delivery.deliveryCount(), false, 0, nowMillis);
            Work work = buffered.stored()
                    ? returns.ofStored(entity, delivery, fate, null)
                    : returns.ofUnstored(entity, buffered, fate, null);
            if (work != null) {
                works.add(work);
            }
        }
        carryOut(works, false, () -> {});
    }

    /** The group of an expired delivery goes with it, if that is how its entity has it (TTL-18). */
    void endGroupOf(Delivery expired) {
        Entity entity = context.knownEntity(expired);
        if (entity != null && GroupEnds.apply(entity, expired)) {
            returns.endGroupOf(expired);
        }
    }

    /** Gives back what could not be read, and what goes with it; does not wait, and tells when the store has it. */
    void giveBackUnread(List<Delivery> acquired, List<Buffered> with, Runnable whenOver) {
        List<Work> works = back(with);
        acquired.forEach(delivery -> works.add(backInStore(delivery)));
        carryOut(works, false, whenOver);
    }

    /** The work that gives back what the store has rows for. */
    public List<Work> backInStore(List<Buffered> stored) {
        return stored.stream().map(buffered -> backInStore(buffered.delivery())).toList();
    }

    private Work backInStore(Delivery delivery) {
        Entity entity = context.knownEntity(delivery);
        return new Work(
                delivery.entityId(),
                List.of(new Change.GiveBack(delivery.ref())),
                Operation.Misses.SKIP,
                List.of(delivery.entityId()),
                false,
                entity == null ? Delivery.NEVER : context.noticeReturnedAt(entity, delivery));
    }

    /**
     * Moves a delivery whose message can't be read to the dead letters; where these go nowhere, as in a dead-letter
     * queue, defers it, so that no node acquires it again. Does not wait.
     */
    public void deadLetterUnreadable(Delivery delivery) {
        Entity entity = context.knownEntity(delivery);
        if (entity != null) {
            Work work = returns.deadLetter(entity, delivery, Cause.unreadable(), Operation.Misses.SKIP)
                    .orElseGet(() ->
                            returns.deferred(entity, delivery, delivery.deliveryCount(), null, Operation.Misses.SKIP));
            carryOut(List.of(work), false, () -> {});
        }
    }

    /**
     * Discards what was buffered of an entity that was deleted: no rows may be left behind, nor the writer go on
     * reckoning with them.
     */
    void discard(List<Buffered> left) {
        carryOut(
                left.stream()
                        .filter(Buffered::stored)
                        .map(buffered -> Work.removing(
                                buffered.delivery().entityId(),
                                new Change.Discard(buffered.delivery().ref()),
                                Operation.Misses.SKIP))
                        .toList(),
                false,
                () -> {});
    }

    private void carryOut(List<Work> works, boolean wait, Runnable whenOver) {
        List<Work> sweeps = works.stream()
                .filter(work -> work.misses() == Operation.Misses.SKIP)
                .toList();
        List<Work> all = new ArrayList<>(Work.together(sweeps));
        works.stream().filter(work -> work.misses() == Operation.Misses.FAIL).forEach(all::add);
        if (wait) {
            pending.execute(all, whenOver);
        } else {
            pending.submit(all, whenOver);
        }
    }
}
