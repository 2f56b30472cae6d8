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
 * An empty store for one test, with a connection factory. {@link RestanteExtension} makes one for each test and closes
 * it; without JUnit a test does that itself. Thread-safe.
 */
public final class TestStore implements AutoCloseable {

    /** Where the clock of each store starts: 2026-01-01T00:00:00Z. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Longer than any test moves its clock: by that the node would be dead otherwise. */
    private static final Duration LEASE = Duration.ofDays(100_000);

    private final RestanteConnectionFactory factory;
    private final @Nullable MovableClock clock;
    private final RestanteAdmin admin;
    private final Runnable whenClosed;

    TestStore(String url, @Nullable MovableClock clock, Runnable whenClosed) throws JMSException {
        this.factory = new RestanteConnectionFactory(url);
        this.clock = clock;
        this.whenClosed = whenClosed;
        factory.setShutdownHook(false);
        if (clock != null) {
            factory.useClock(clock);
            factory.setLeaseDuration(LEASE);
        }
        try {
            // It keeps the node, and so the memory of a store in memory, between two connections.
            this.admin = factory.admin();
        } catch (JMSException | RuntimeException | Error e) {
            whenClosed.run();
            throw e;
        }
    }

    /**
     * A store in memory, whose clock stands still at {@link #START} until it is moved.
     *
     * @throws JMSException if it can't be opened
     */
    public static TestStore inMemory() throws JMSException {
        return inMemory(new MovableClock(START));
    }

    static TestStore inMemory(@Nullable MovableClock clock) throws JMSException {
        return new TestStore("jdbc:hsqldb:mem:restante-test-" + UUID.randomUUID(), clock, () -> {});
    }

    /** The connection factory of the store, for the application and the test. */
    public RestanteConnectionFactory factory() {
        return factory;
    }

    /** Its administration. */
    public RestanteAdmin admin() {
        return admin;
    }

    /**
     * The clock of the store.
     *
     * @throws IllegalStateException if it is the system's
     */
    public MovableClock clock() {
        return Optional.ofNullable(clock)
                .orElseThrow(() -> new IllegalStateException("this store has the system's clock, which nobody moves"));
    }

    /** A queue, there or not, for assertions. */
    public TestQueue queue(String name) {
        return new TestQueue(admin, name);
    }

    /**
     * Creates a queue.
     *
     * @throws JMSException if it is there already, or the options contradict each other
     */
    public TestQueue createQueue(String name, QueueOptions options) throws JMSException {
        admin.createQueue(name, options);
        return queue(name);
    }

    /**
     * Ends all connections, and drops the store.
     *
     * @throws JMSException if the store fails while that goes on
     */
    @Override
    public void close() throws JMSException {
        try {
            admin.close();
            factory.close();
        } finally {
            whenClosed.run();
        }
    }
}
