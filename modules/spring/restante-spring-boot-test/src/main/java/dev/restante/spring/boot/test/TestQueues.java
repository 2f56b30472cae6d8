package dev.restante.spring.boot.test;

import dev.restante.admin.RestanteAdmin;
import dev.restante.spring.RestanteStore;
import dev.restante.test.TestQueue;
import jakarta.jms.JMSException;

/**
 * Bean with which the tests of an application get its queues for assertions.
 * {@code assertThat(queues.queue("jobs")).isEmpty()}, from {@link dev.restante.test.RestanteAssertions}, waits until
 * listeners have drained the queue.
 */
public final class TestQueues implements AutoCloseable {

    private final RestanteAdmin admin;

    TestQueues(RestanteStore store) throws JMSException {
        this.admin = store.restanteConnectionFactory().admin();
    }

    /** Returns a queue for assertions, whether or not the queue exists. */
    public TestQueue queue(String name) {
        return new TestQueue(admin, name);
    }

    public RestanteAdmin admin() {
        return admin;
    }

    /** Releases the store. */
    @Override
    public void close() {
        admin.close();
    }
}
