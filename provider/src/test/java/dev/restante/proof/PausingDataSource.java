package dev.restante.proof;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Data source whose n-th call to the database waits until a test lets it continue. Other threads are not stopped.
 * Thread-safe.
 */
final class PausingDataSource extends WatchedDataSource {

    @GuardedBy("this")
    private int calls;

    /** Call that waits, or 0 for none. */
    @GuardedBy("this")
    private int pauseBefore;

    @GuardedBy("this")
    private CompletableFuture<String> paused = new CompletableFuture<>();

    @GuardedBy("this")
    private CountDownLatch resumed = new CountDownLatch(0);

    PausingDataSource(DataSource source) {
        super(source);
    }

    /**
     * Counts calls from now, and pauses before one of them.
     *
     * @param call the number of this call, 0 for none
     * @return is completed with a description of the call when it waits
     */
    synchronized CompletableFuture<String> pauseBefore(int call) {
        calls = 0;
        pauseBefore = call;
        paused = new CompletableFuture<>();
        resumed = new CountDownLatch(call == 0 ? 0 : 1);
        return paused;
    }

    /** Lets the waiting call continue, and pauses before no later call. */
    synchronized void resume() {
        pauseBefore = 0;
        resumed.countDown();
    }

    synchronized int calls() {
        return calls;
    }

    @Override
    @Nullable
    Object onCall(String description, @Nullable Connection physical, DatabaseCall call) throws Throwable {
        CountDownLatch waitingFor = null;
        synchronized (this) {
            calls++;
            if (calls == pauseBefore) {
                waitingFor = resumed;
                paused.complete(description);
            }
        }
        if (waitingFor != null) {
            waitingFor.await();
        }
        return call.execute();
    }
}
