package dev.restante;

import dev.restante.model.Spans;
import dev.restante.model.WorkerThread;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that does what is to be done with nodes some time later, such as to end those that nobody uses. */
final class NodeTimer {

    private static final Logger LOG = LoggerFactory.getLogger(NodeTimer.class);

    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(1, task -> new WorkerThread(task, "restante-linger"));

    NodeTimer() {
        // An application server can undeploy all of this: nothing stays when there is no node.
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    void later(Duration delay, Runnable action) {
        executor.schedule(() -> attempt(action), Spans.millis(delay), TimeUnit.MILLISECONDS);
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("What was to be done with a node some time after its use failed", failure);
        }
    }
}
