package dev.restante.test;

import dev.restante.MovableClock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Empty store for one test, with a connection factory and a movable clock. {@link RestanteExtension} creates and closes
 * the stores of JUnit tests. Thread-safe.
 */
public final class TestStore implements AutoCloseable {

    /** Instant at which the clock of each store begins: 2026-01-01T00:00:00Z. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Lease that no test outlasts by moving its clock, because the node would otherwise be declared dead. */
    private static final Duration LEASE_DURATION = Duration.ofDays(100_000);

    private final RestanteConnectionFactory factory;
    private final @Nullable MovableClock clock;
    private final RestanteAdmin admin;
    private final Runnable onClose;

    TestStore(String url, @Nullable MovableClock clock, Runnable onClose) throws JMSException {
        this.factory = new RestanteConnectionFactory(url);
        this.clock = clock;
        this.onClose = onClose;
        factory.setShutdownHook(false);
        if (clock != null) {
            factory.useClock(clock);
            factory.setLeaseDuration(LEASE_DURATION);
        }
        try {
            // The administration keeps the node open, and thus the store in memory, while no connection is open.
            this.admin = factory.admin();
        } catch (JMSException | RuntimeException | Error e) {
            onClose.run();
            throw e;
        }
    }

    /**
     * Opens a store in memory, whose clock stays at {@link #START} until the test moves it.
     *
     * @throws JMSException if the store cannot be opened
     */
    public static TestStore inMemory() throws JMSException {
        return inMemory(new MovableClock(START));
    }

    static TestStore inMemory(@Nullable MovableClock clock) throws JMSException {
        return new TestStore("jdbc:hsqldb:mem:restante-test-" + UUID.randomUUID(), clock, () -> {});
    }

    /** Returns the connection factory for the application and the test. */
    public RestanteConnectionFactory factory() {
        return factory;
    }

    /** Returns the administration of the store. */
    public RestanteAdmin admin() {
        return admin;
    }

    /**
     * Returns the clock of the store.
     *
     * @throws IllegalStateException if the store uses the system clock
     */
    public MovableClock clock() {
        return Optional.ofNullable(clock)
                .orElseThrow(() ->
                        new IllegalStateException("This store uses the clock of the system, which a test cannot move"));
    }

    /** Returns a queue, existing or not, for assertions. */
    public TestQueue queue(String name) {
        return new TestQueue(admin, name);
    }

    /**
     * Creates a queue.
     *
     * @throws JMSException if the queue exists, or the options contradict each other
     */
    public TestQueue createQueue(String name, QueueOptions options) throws JMSException {
        admin.createQueue(name, options);
        return queue(name);
    }

    /**
     * Closes all connections, and drops the store.
     *
     * @throws JMSException if the store fails meanwhile
     */
    @Override
    public void close() throws JMSException {
        try {
            admin.close();
            factory.close();
        } finally {
            onClose.run();
        }
    }
}
