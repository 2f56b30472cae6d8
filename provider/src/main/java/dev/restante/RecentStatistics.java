package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.StoreStatistics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a store for those who ask often, such as meters and health checks: it is looked at when somebody
 * wants to know, and not again for a while. Keeps the store open from the first look on until it is closed.
 * Thread-safe.
 */
public final class RecentStatistics implements AutoCloseable {

    /** So that of thousands of meters that one thread reads all have waited when the first has. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final StatisticsLooks looks;

    /**
     * Those of some entities of a store. Nothing happens yet.
     *
     * @param entities which ones; whatever they are, the whole store is counted
     * @param kept for how long a look is kept at least: it is also kept for ten times as long as it took, so that
     *     however much is stored, looking takes a tenth of one thread's time at most. One that failed is kept for as
     *     long as it took, if that is longer. Zero for a look each time, which is for tests
     */
    public RecentStatistics(RestanteConnectionFactory factory, EntityFilter entities, Duration kept) {
        requireNonNull(factory, "factory");
        requireNonNull(entities, "entities");
        if (kept.isNegative()) {
            throw new IllegalArgumentException("kept for " + kept);
        }
        this.looks = new StatisticsLooks(factory, entities, TimeUnit.NANOSECONDS.convert(kept), System::nanoTime);
    }

    /**
     * What the last look has found, or a new one: the same object for as long as it is kept. Null if it has failed.
     * Where somebody else looks, and that takes longer than 1 s, what was found before: null if nothing was.
     */
    public @Nullable StoreStatistics current() {
        return current(PATIENCE);
    }

    /**
     * As {@link #current()}, with another patience.
     *
     * @param patience how long a look of somebody else may take, from its beginning, before what was found before it is
     *     returned
     */
    public @Nullable StoreStatistics current(Duration patience) {
        return looks.current(TimeUnit.NANOSECONDS.convert(patience));
    }

    /** Lets go of the store. Nothing is known from now on. */
    @Override
    public void close() {
        looks.close();
    }
}
