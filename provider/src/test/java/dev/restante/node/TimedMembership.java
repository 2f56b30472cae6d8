package dev.restante.node;

import dev.restante.model.MachineClock;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Membership of a real store that uses the clock of the test, and counts what nodes announce and read. */
record TimedMembership(
        Membership real,
        MachineClock time,
        AtomicInteger looksAtOthers,
        AtomicInteger announcements,
        AtomicBoolean rejoining)
        implements Membership {

    @Override
    public long storeMillis() {
        return time.wallMillis();
    }

    @Override
    public JoinedNode join(String name, long leaseUntil, int pipelines) {
        if (!rejoining.get() && Thread.currentThread().getName().equals("restante-heartbeat")) {
            throw new StoreException(
                    StoreException.StoreFailureKind.UNAVAILABLE, "who is dead in this test stays so", null);
        }
        return real.join(name, leaseUntil, pipelines);
    }

    @Override
    public boolean renewLease(long incarnation, long leaseUntil) {
        return real.renewLease(incarnation, leaseUntil);
    }

    @Override
    public void announceDemand(long incarnation, Set<Long> entityIds) {
        announcements.incrementAndGet();
        real.announceDemand(incarnation, entityIds);
    }

    @Override
    public OtherNodes otherNodes(long incarnation) {
        looksAtOthers.incrementAndGet();
        return real.otherNodes(incarnation);
    }

    @Override
    public List<Long> declareDead(long endedFrom, long endedBefore) {
        return real.declareDead(endedFrom, endedBefore);
    }

    @Override
    public List<StoredNode> nodes() {
        return real.nodes();
    }

    @Override
    public Map<Long, String> nodeNames() {
        return real.nodeNames();
    }

    @Override
    public List<Long> deadIncarnations() {
        return real.deadIncarnations();
    }

    @Override
    public List<Long> releaseOfDead(long deadIncarnation, int limit, long outcomesKeptUntilMillis) {
        return real.releaseOfDead(deadIncarnation, limit, outcomesKeptUntilMillis);
    }

    @Override
    public void leave(long incarnation, long outcomesKeptUntilMillis) {
        real.leave(incarnation, outcomesKeptUntilMillis);
    }
}
