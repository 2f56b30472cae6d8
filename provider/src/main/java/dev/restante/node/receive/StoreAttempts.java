package dev.restante.node.receive;

import dev.restante.model.Uninterrupted;
import dev.restante.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the store of which one is under way at a time. A thread that asks for a call while another one is under way
 * waits for the end of that one, and fails with it. So callers do not wait one after the other for a store that does
 * not answer.
 *
 * <p>Thread-safe. No lock is held during a call.
 */
final class StoreAttempts {

    private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> underWay = new AtomicReference<>();

    /**
     * Makes a call, or waits for the call that is under way.
     *
     * @param timeoutNanos limits the wait for the other call
     * @return false if another call was under way, which has succeeded
     * @throws StoreException if the call fails that was made or waited for; of kind UNAVAILABLE if the wait takes too
     *     long
     */
    boolean makeOrAwait(Runnable call, long timeoutNanos) {
        CompletableFuture<@Nullable Void> own = new CompletableFuture<>();
        CompletableFuture<@Nullable Void> other = underWay.compareAndExchange(null, own);
        if (other != null) {
            await(other, timeoutNanos);
            return false;
        }
        make(own, call);
        return true;
    }

    /**
     * Makes a call unless another one is under way.
     *
     * @return false if another one is
     * @throws StoreException if the call fails
     */
    boolean makeUnlessUnderWay(Runnable call) {
        CompletableFuture<@Nullable Void> own = new CompletableFuture<>();
        if (!underWay.compareAndSet(null, own)) {
            return false;
        }
        make(own, call);
        return true;
    }

    private void make(CompletableFuture<@Nullable Void> own, Runnable call) {
        try {
            call.run();
            underWay.set(null);
            own.complete(null);
        } catch (RuntimeException | Error failure) {
            underWay.set(null);
            own.completeExceptionally(failure);
            throw failure;
        }
    }

    private static void await(CompletableFuture<@Nullable Void> other, long timeoutNanos) {
        if (!Uninterrupted.awaitEnd(other, timeoutNanos)) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE,
                    "the store has not answered within " + TimeUnit.NANOSECONDS.toMillis(Math.max(timeoutNanos, 0))
                            + " ms",
                    null);
        }
        try {
            other.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException known
                    ? known
                    : new StoreException(StoreException.Kind.FATAL, String.valueOf(e.getCause()), e.getCause());
        }
    }
}
