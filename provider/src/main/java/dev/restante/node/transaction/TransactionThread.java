package dev.restante.node.transaction;

import dev.restante.model.WorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread on which a node looks whether transactions that others control are over. What it gives back may have to
 * wait for what the node's other threads load, so it is none of those. There is none until something is to be done, and
 * none some seconds after that.
 */
public final class TransactionThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionThread.class);
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> new WorkerThread(work, "restante-transactions"));

    public TransactionThread() {
        executor.allowCoreThreadTimeOut(true);
    }

    /** Does it when what came before is done; not once the node is being closed. */
    void soon(Runnable work) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closed; what transactions of others leave others find", e);
        }
    }

    /** Takes nothing more. */
    @Override
    public void close() {
        executor.shutdown();
    }
}
