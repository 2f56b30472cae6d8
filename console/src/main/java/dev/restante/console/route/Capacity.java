package dev.restante.console.route;

import dev.restante.console.guard.Refusal;
import jakarta.jms.JMSException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A bound on how many requests ask the store at a time. A slow store keeps no more threads than that. Thread-safe. */
public final class Capacity {

    private static final long PATIENCE_MILLIS = 2_000;

    private final Semaphore permits;

    /** For so many at a time. */
    public Capacity(int atATime) {
        this.permits = new Semaphore(atATime, true);
    }

    /** A call that asks the store. */
    @FunctionalInterface
    public interface Call<T> {
        /** Asks. */
        T ask() throws JMSException;
    }

    /**
     * Asks when it is its turn.
     *
     * @throws Refusal if that does not come soon
     */
    public <T> T ask(Call<T> call) throws JMSException {
        acquire();
        try {
            return call.ask();
        } finally {
            permits.release();
        }
    }

    private void acquire() {
        try {
            if (permits.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Refusal(
                503, "CONSOLE-BUSY", "Others ask the store just now, and it takes long to answer. Try again soon.");
    }
}
