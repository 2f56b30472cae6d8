package dev.restante.runtime;

import dev.restante.model.SaturatingTime;
import dev.restante.model.WorkerThread;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timer for work on nodes, for example closing an idle node after its linger duration. Its single thread ends with the
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
    void schedule(Duration delay, Runnable action) {
        executor.schedule(() -> attempt(action), SaturatingTime.toMillis(delay), TimeUnit.MILLISECONDS);
    }

    /** Cancels waiting actions and ends the thread. A running action completes. */
    @Override
    public void close() {
        executor.shutdown();
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("A delayed task of a node failed", failure);
        }
    }
}
