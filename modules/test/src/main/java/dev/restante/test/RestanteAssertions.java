package dev.restante.test;

/** Entry point of the assertions: {@code assertThat(store.queue("jobs")).isEmpty()}. */
public final class RestanteAssertions {

    private RestanteAssertions() {}

    /** Returns assertions on a queue, which retry until they hold or a timeout ends. */
    public static QueueAssert assertThat(TestQueue queue) {
        return new QueueAssert(queue);
    }
}
