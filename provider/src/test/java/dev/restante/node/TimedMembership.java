package dev.restante.node;

import dev.restante.model.MachineClock;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The membership of a real store whose clock is the test's, and which counts what nodes say to each other. */
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
    public Joined join(String name, long leaseUntil, int pipelines) {
        if (!rejoining.get() && Thread.currentThread().getName().equals("restante-heartbeat")) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "who is dead in this test stays so", null);
        }
        return real.join(name, leaseUntil, pipelines);
    }

    @Override
    public boolean renewLease(long incarnation, long leaseUntil) {
        return real.renewLease(incarnation, leaseUntil);
    }

    @Override
    public void announceWaiting(long incarnation, Set<Long> entityIds) {
        announcements.incrementAndGet();
        real.announceWaiting(incarnation, entityIds);
    }

    @Override
    public Others others(long incarnation) {
        looksAtOthers.incrementAndGet();
        return real.others(incarnation);
    }

    @Override
    public List<Long> declareDead(long endedFrom, long endedBefore) {
        return real.declareDead(endedFrom, endedBefore);
    }

    @Override
    public List<ListedNode> nodes() {
        return real.nodes();
    }

    @Override
    public Map<Long, String> names() {
        return real.names();
    }

    @Override
    public List<Long> dead() {
        return real.dead();
    }

    @Override
    public List<Long> releaseDead(long deadIncarnation, int limit, long keptUntil) {
        return real.releaseDead(deadIncarnation, limit, keptUntil);
    }

    @Override
    public void leave(long incarnation, long keptUntil) {
        real.leave(incarnation, keptUntil);
    }
}
