package dev.restante.admin.jmx;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.QueueStatistics;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a queue, kept for a second: management clients ask for one figure after the other. Thread-safe.
 */
final class KeptStatistics {

    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Refusal.Call<QueueStatistics> source;

    @GuardedBy("this")
    private @Nullable QueueStatistics kept;

    @GuardedBy("this")
    private long keptSinceNanos;

    KeptStatistics(Refusal.Call<QueueStatistics> source) {
        this.source = source;
    }

    /** At most a second old. */
    synchronized QueueStatistics now() {
        QueueStatistics found = kept;
        if (found == null || System.nanoTime() - keptSinceNanos > KEPT_NANOS) {
            found = Refusal.translating(source);
            kept = found;
            keptSinceNanos = System.nanoTime();
        }
        return found;
    }
}
