package dev.restante.histories;

import static java.util.Objects.requireNonNull;

import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jspecify.annotations.Nullable;

/** Contract test of random histories on one kind of store. */
@Tag("model")
abstract class HistoryContract {

    private static final int MAX_ATTEMPTS = 3;
    private static final int PROGRESS_INTERVAL = 1_000;

    private static final Map<Class<?>, AtomicInteger> QUEUES = new ConcurrentHashMap<>();

    private final AtomicInteger queueNumber = QUEUES.computeIfAbsent(getClass(), missing -> new AtomicInteger());

    /**
     * Returns the store for a history.
     *
     * @param twoNodes true if a store with two nodes is wanted
     */
    abstract TestStore store(boolean twoNodes) throws JMSException, SQLException;

    @Provide
    Arbitrary<History> histories() {
        return HistoryGenerator.any();
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    @AddLifecycleHook(HistoryCountHook.class)
    @Label(
            "TTL-01, TTL-02, TTL-03, TTL-05, TTL-06, TTL-08 to TTL-11, TTL-14, TTL-15, TTL-20, SND-05, SND-06, RCV-02 to RCV-13, RCV-15,"
                    + " VIS-02, VIS-03, VIS-06 to VIS-08, VIS-10, GRP-02, GRP-06, GRP-07, STA-01 to STA-03, TOP-03, BEY-03, BEY-04"
                    + " random histories have the results that docs/reference/semantics.md describes")
    void shouldDoWhatTheModelDoes(@ForAll("histories") History history) throws JMSException, SQLException {
        int number = queueNumber.incrementAndGet();
        play(history, number);
        if (number % PROGRESS_INTERVAL == 0) {
            System.out.printf(
                    Locale.ROOT, "%s has played %,d histories%n", getClass().getSimpleName(), number);
        }
    }

    /**
     * Plays a history several times. It fails only if it fails each time. A history that fails only once was affected
     * by a race between threads of the node, which is printed.
     */
    private void play(History history, int number) throws JMSException, SQLException {
        @Nullable AssertionError failure = null;
        for (int time = 1; time <= MAX_ATTEMPTS; time++) {
            try {
                playOnce(history, "q" + number + "." + time);
                if (failure != null) {
                    System.out.printf(
                            Locale.ROOT, "%s: a race%n%s%n", getClass().getSimpleName(), failure.getMessage());
                }
                return;
            } catch (AssertionError again) {
                failure = again;
            }
        }
        ModelComparison.shortenTimeout();
        throw requireNonNull(failure);
    }

    private void playOnce(History history, String name) throws JMSException, SQLException {
        TestStore store = store(!history.onSecondNode().isEmpty());
        if (!history.setsClock(store)) {
            new HistoryRun(store, history, name).play();
            return;
        }
        // Ids of messages never go back, so other histories must not use the store of this one.
        try (TestStore own = TestStore.hsqldb("jdbc:hsqldb:mem:clock-" + name)) {
            new HistoryRun(own, history, name).play();
        }
    }
}
