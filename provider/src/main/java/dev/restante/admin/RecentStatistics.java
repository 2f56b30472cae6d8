package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a store for those who ask often, such as meters and health checks: it is looked at when somebody
 * wants to know, and not again for a while. Keeps the store open from the first look on until it is closed. Thread-safe.
 */
public final class RecentStatistics implements AutoCloseable {

    /** Opens the administration of the store, as {@code factory::admin}. */
    @FunctionalInterface
    public interface Opening {
        RestanteAdmin admin() throws JMSException;
    }

    private final StatisticsLooks looks;

    /**
     * Those of some entities of a store. Nothing happens yet.
     *
     * @param entities which ones; whatever they are, the whole store is counted
     * @param kept for how long a look is kept at least: it is also kept for ten times as long as it took, so that
     *     however much is stored, looking takes a tenth of one thread's time at most. Zero for a look each time, which
     *     is for tests
     */
    public RecentStatistics(Opening opening, EntityFilter entities, Duration kept) {
        requireNonNull(opening, "opening");
        requireNonNull(entities, "entities");
        if (kept.isNegative()) {
            throw new IllegalArgumentException("kept for " + kept);
        }
        this.looks = new StatisticsLooks(opening::admin, entities, TimeUnit.NANOSECONDS.convert(kept));
    }

    /** What the last look has found, or a new one: the same object for as long as it is kept. Null if it has failed. */
    public @Nullable StoreStatistics current() {
        return looks.current();
    }

    /** Lets go of the store. Nothing is known from now on. */
    @Override
    public void close() {
        looks.close();
    }
}
