package dev.restante.console.route;

import dev.restante.console.guard.Refusal;
import jakarta.jms.JMSException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A bound on how many requests ask the store at a time. A slow store keeps no more threads than that. Thread-safe. */
public final class Capacity {

    private static final long PATIENCE_MILLIS = 2_000;

    private final Semaphore permits;
    private final long patienceMillis;

    /** For so many at a time, others wait a little. */
    public Capacity(int atATime) {
        this(atATime, PATIENCE_MILLIS);
    }

    private Capacity(int atATime, long patienceMillis) {
        this.permits = new Semaphore(atATime, true);
        this.patienceMillis = patienceMillis;
    }

    /** For so many at a time of those who hold another capacity already: others are refused at once. */
    public static Capacity inner(int atATime) {
        return new Capacity(atATime, 0);
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
            if (permits.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Refusal(
                503, "CONSOLE-BUSY", "Others ask the store just now, and it takes long to answer. Try again soon.");
    }
}
