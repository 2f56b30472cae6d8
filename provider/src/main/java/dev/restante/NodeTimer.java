package dev.restante;

import dev.restante.model.Spans;
import dev.restante.model.WorkerThread;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timer for work with nodes, such as the end of an idle node after its linger. It has one thread, which ends with the
 * last node.
 */
final class NodeTimer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeTimer.class);

    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(1, task -> new WorkerThread(task, "restante-linger"));

    NodeTimer() {
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    void later(Duration delay, Runnable action) {
        executor.schedule(() -> attempt(action), Spans.millis(delay), TimeUnit.MILLISECONDS);
    }

    /** Forgets what is to be done, and ends the thread. An action under way goes on to its end. */
    @Override
    public void close() {
        executor.shutdown();
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("What was to be done with a node some time after its use failed", failure);
        }
    }
}
