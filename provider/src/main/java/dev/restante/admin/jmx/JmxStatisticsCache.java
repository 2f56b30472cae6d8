package dev.restante.admin.jmx;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.QueueStatistics;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a queue for JMX clients, cached for a second because clients read attributes one by one. A failure is
 * also cached, for at least as long as the failed call took, so that clients wait for it only once. Thread-safe.
 */
final class JmxStatisticsCache {

    private static final long CACHE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JmxExceptions.JmxCall<QueueStatistics> source;

    @GuardedBy("this")
    private @Nullable QueueStatistics cached;

    @GuardedBy("this")
    private @Nullable IllegalStateException failure;

    @GuardedBy("this")
    private long validUntilNanos;

    JmxStatisticsCache(JmxExceptions.JmxCall<QueueStatistics> source) {
        this.source = source;
    }

    synchronized QueueStatistics current() {
        long beganNanos = System.nanoTime();
        boolean keeps = beganNanos - validUntilNanos < 0;
        if (keeps && failure != null) {
            throw new IllegalStateException(failure.getMessage());
        }
        QueueStatistics found = cached;
        if (found == null || !keeps) {
            found = counted(beganNanos);
        }
        return found;
    }

    @GuardedBy("this")
    private QueueStatistics counted(long beganNanos) {
        try {
            QueueStatistics found = JmxExceptions.translate(source);
            cached = found;
            failure = null;
            validUntilNanos = System.nanoTime() + CACHE_NANOS;
            return found;
        } catch (IllegalStateException e) {
            failure = e;
            long nowNanos = System.nanoTime();
            validUntilNanos = nowNanos + Math.max(CACHE_NANOS, nowNanos - beganNanos);
            throw e;
        }
    }
}
