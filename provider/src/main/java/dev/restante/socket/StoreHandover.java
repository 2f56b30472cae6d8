package dev.restante.socket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.model.Uninterruptibles;
import dev.restante.model.WorkerThread;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Procedure that closes a tool's node when an application requests its embedded store: ends running administration
 * calls and rejects later ones.
 *
 * <p>After the request, watched calls end early, and the node waits up to two seconds for other calls. Later calls fail
 * as at a closed node. The tool can repeat rejected calls at the application. Thread-safe.
 */
public final class StoreHandover {

    private static final long CALL_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

    @GuardedBy("this")
    private int calls;

    private volatile boolean requested;

    public @Nullable Object make(
            RemoteCallTable.RemoteCallInvoker invoker, RemoteCall call, @Nullable Object[] arguments) {
        begin();
        try {
            return invoker.invoke(
                    call, call.wrapProgressWatch(arguments, progress -> done -> !requested && progress.proceed(done)));
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        if (requested) {
            throw new BrokerException(
                    BrokerException.BrokerErrorReason.CLOSED, "The store is being handed over to an application");
        }
        calls++;
    }

    private synchronized void end() {
        calls--;
        notifyAll();
    }

    public boolean isRequested() {
        return requested;
    }

    /** Starts to close the node, unless an earlier request did. */
    public synchronized void request(Runnable closeNode) {
        if (!requested) {
            requested = true;
            new WorkerThread(() -> closeWhenIdle(closeNode), "restante-handover").start();
        }
    }

    private void closeWhenIdle(Runnable end) {
        awaitIdle();
        end.run();
    }

    private synchronized void awaitIdle() {
        long begun = System.nanoTime();
        long leftNanos = CALL_TIMEOUT_NANOS;
        while (calls > 0 && leftNanos > 0) {
            Uninterruptibles.awaitNotify(this, leftNanos);
            leftNanos = CALL_TIMEOUT_NANOS - (System.nanoTime() - begun);
        }
    }
}
