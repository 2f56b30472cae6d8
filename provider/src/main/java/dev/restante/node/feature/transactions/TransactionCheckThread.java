package dev.restante.node.feature.transactions;

import dev.restante.model.WorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thread that checks whether transactions with an external coordinator have ended; it exists only while there is work.
 *
 * <p>The releases on this thread may wait for loads on other threads of the node, so none of those threads can do this
 * work.
 */
public final class TransactionCheckThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionCheckThread.class);
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> new WorkerThread(work, "restante-transaction-check"));

    public TransactionCheckThread() {
        executor.allowCoreThreadTimeOut(true);
    }

    /** Executes work after earlier work; does nothing when the node is closing. */
    void execute(Runnable work) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closed and does not check transactions any more. Other nodes check them.", e);
        }
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
