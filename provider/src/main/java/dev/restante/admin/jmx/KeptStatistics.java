package dev.restante.admin.jmx;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.QueueStatistics;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a queue, kept for a second: management clients ask for one figure after the other. A failure is
 * kept, too, for as long as it took, so that they wait for it once. Thread-safe.
 */
final class KeptStatistics {

    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Refusal.Call<QueueStatistics> source;

    @GuardedBy("this")
    private @Nullable QueueStatistics kept;

    @GuardedBy("this")
    private @Nullable IllegalStateException failure;

    @GuardedBy("this")
    private long keptUntilNanos;

    KeptStatistics(Refusal.Call<QueueStatistics> source) {
        this.source = source;
    }

    /** Those of a moment ago. */
    synchronized QueueStatistics now() {
        long beganNanos = System.nanoTime();
        boolean keeps = beganNanos - keptUntilNanos < 0;
        if (keeps && failure != null) {
            throw new IllegalStateException(failure.getMessage());
        }
        QueueStatistics found = kept;
        if (found == null || !keeps) {
            found = counted(beganNanos);
        }
        return found;
    }

    @GuardedBy("this")
    private QueueStatistics counted(long beganNanos) {
        try {
            QueueStatistics found = Refusal.translating(source);
            kept = found;
            failure = null;
            keptUntilNanos = System.nanoTime() + KEPT_NANOS;
            return found;
        } catch (IllegalStateException e) {
            failure = e;
            long nowNanos = System.nanoTime();
            keptUntilNanos = nowNanos + Math.max(KEPT_NANOS, nowNanos - beganNanos);
            throw e;
        }
    }
}
