package dev.restante.broker;

import dev.restante.model.TimeSource;
import dev.restante.store.BatchWriter;
import dev.restante.store.DeliveryReader;
import dev.restante.store.EntityRepository;
import dev.restante.store.Membership;
import dev.restante.store.Signals;
import dev.restante.store.Store;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that several nodes of one test use, the way a dead node and its successor do; closed with the last of them. */
final class SharedStore implements Store {

    private final Store store;
    private final TimeSource time;
    private final AtomicInteger users = new AtomicInteger();

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

    @Override
    public Traits traits() {
        return store.traits();
    }

    @Override
    public Membership membership() {
        return new TimedMembership(store.membership(), time);
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
        return store.signals();
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
