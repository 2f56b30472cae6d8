package dev.restante.node.feature.quota;

import dev.restante.model.Uninterruptibles;
import dev.restante.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Store call of which one runs at a time; later callers wait for the running call and share its result. So callers do
 * not wait one after the other for a store that does not answer.
 *
 * <p>Thread-safe. No lock is held during a call.
 */
final class SingleFlightCall {

    private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> running = new AtomicReference<>();

    /**
     * Makes a call, or waits for the running one.
     *
     * @param timeoutNanos the longest wait for the running call
     * @return false if the running call has succeeded; the caller's own call was not made
     * @throws StoreException if the call fails; of kind UNAVAILABLE if the wait takes too long
     */
    boolean runOrJoin(Runnable call, long timeoutNanos) {
        CompletableFuture<@Nullable Void> own = new CompletableFuture<>();
        CompletableFuture<@Nullable Void> other = running.compareAndExchange(null, own);
        if (other != null) {
            await(other, timeoutNanos);
            return false;
        }
        make(own, call);
        return true;
    }

    /**
     * Makes a call, unless another one is running.
     *
     * @return false if another call is running
     */
    boolean tryRun(Runnable call) {
        CompletableFuture<@Nullable Void> own = new CompletableFuture<>();
        if (!running.compareAndSet(null, own)) {
            return false;
        }
        make(own, call);
        return true;
    }

    private void make(CompletableFuture<@Nullable Void> own, Runnable call) {
        try {
            call.run();
            running.set(null);
            own.complete(null);
        } catch (RuntimeException | Error failure) {
            running.set(null);
            own.completeExceptionally(failure);
            throw failure;
        }
    }

    private static void await(CompletableFuture<@Nullable Void> other, long timeoutNanos) {
        if (!Uninterruptibles.awaitEnd(other, timeoutNanos)) {
            throw new StoreException(
                    StoreException.StoreFailureKind.UNAVAILABLE,
                    "The store has not answered within " + TimeUnit.NANOSECONDS.toMillis(Math.max(timeoutNanos, 0))
                            + " ms",
                    null);
        }
        try {
            other.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException known
                    ? known
                    : new StoreException(
                            StoreException.StoreFailureKind.FATAL, String.valueOf(e.getCause()), e.getCause());
        }
    }
}
