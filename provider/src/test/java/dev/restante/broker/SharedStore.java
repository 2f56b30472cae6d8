package dev.restante.broker;

import dev.restante.model.TimeSource;
import dev.restante.store.BatchWriter;
import dev.restante.store.DeliveryReader;
import dev.restante.store.EntityRepository;
import dev.restante.store.Membership;
import dev.restante.store.Signals;
import dev.restante.store.Store;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/** A store that several nodes of one test use, the way a dead node and its successor do; closed with the last of them. */
final class SharedStore implements Store {

    private final Store store;
    private final TimeSource time;
    private final AtomicInteger users = new AtomicInteger();
    private final AtomicInteger looksAtOthers = new AtomicInteger();
    private final AtomicInteger announcements = new AtomicInteger();
    private final AtomicInteger wakeUpsSent = new AtomicInteger();

    SharedStore(Store store, TimeSource time) {
        this.store = store;
        this.time = time;
    }

    SharedStore use() {
        users.incrementAndGet();
        return this;
    }

    boolean closed() {
        return users.get() == 0;
    }

    /** How often nodes have asked what others wait for. */
    int looksAtOthers() {
        return looksAtOthers.get();
    }

    /** How often nodes have written what they wait for. */
    int announcements() {
        return announcements.get();
    }

    /** How many wake-ups nodes have sent to others. */
    int wakeUpsSent() {
        return wakeUpsSent.get();
    }

    @Override
    public Traits traits() {
        return store.traits();
    }

    @Override
    public Membership membership() {
        return new TimedMembership(store.membership(), time, looksAtOthers, announcements);
    }

    @Override
    public EntityRepository entities() {
        return store.entities();
    }

    @Override
    public DeliveryReader deliveries() {
        return store.deliveries();
    }

    @Override
    public Signals signals() {
        Signals signals = store.signals();
        return new Signals() {
            @Override
            public void announce(Collection<Long> entityIds) {
                wakeUpsSent.addAndGet(entityIds.size());
                signals.announce(entityIds);
            }

            @Override
            public void listen(LongConsumer onEntity) {
                signals.listen(onEntity);
            }
        };
    }

    @Override
    public BatchWriter openWriter(long incarnation, int pipeline) {
        return store.openWriter(incarnation, pipeline);
    }

    @Override
    public boolean authenticate(String user, String password) {
        return store.authenticate(user, password);
    }

    @Override
    public void maintain() {
        store.maintain();
    }

    @Override
    public void close() {
        if (users.decrementAndGet() == 0) {
            store.close();
        }
    }
}
