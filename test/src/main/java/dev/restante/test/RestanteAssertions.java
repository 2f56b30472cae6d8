package dev.restante.test;

/** Where assertions on queues begin: {@code assertThat(store.queue("jobs")).isEmpty()}. */
public final class RestanteAssertions {

    private RestanteAssertions() {}

    /** Assertions on a queue; each waits for a while until it holds. */
    public static QueueAssert assertThat(TestQueue queue) {
        return new QueueAssert(queue);
    }
}
