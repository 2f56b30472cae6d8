package dev.restante.spring.boot.test;

import dev.restante.admin.RestanteAdmin;
import dev.restante.spring.RestanteStore;
import dev.restante.test.TestQueue;
import jakarta.jms.JMSException;

/**
 * The queues of an application, as its tests look at them: a bean of every test.
 * {@code assertThat(queues.queue("jobs")).isEmpty()}, of {@link dev.restante.test.RestanteAssertions}, waits until
 * listeners have drained it.
 */
public final class TestQueues implements AutoCloseable {

    private final RestanteAdmin admin;

    TestQueues(RestanteStore store) throws JMSException {
        this.admin = store.factory().admin();
    }

    /** A queue, there or not, for assertions. */
    public TestQueue queue(String name) {
        return new TestQueue(admin, name);
    }

    /** Administration of the store. */
    public RestanteAdmin admin() {
        return admin;
    }

    /** Lets go of the store. */
    @Override
    public void close() {
        admin.close();
    }
}
