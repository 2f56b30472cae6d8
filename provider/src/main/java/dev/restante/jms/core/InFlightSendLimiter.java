package dev.restante.jms.core;

import java.util.concurrent.Semaphore;

/**
 * Limiter of the asynchronous sends in flight on one connection (SND-04). It bounds the memory that these sends use.
 */
public final class InFlightSendLimiter {

    /** Semaphore whose number of permits can become negative. */
    private static final class Permits extends Semaphore {
        private static final long serialVersionUID = 1L;

        Permits(int permits) {
            super(permits);
        }

        void acquireUnconditionally() {
            reducePermits(1);
        }
    }

    private final Permits permits;

    public InFlightSendLimiter(int maxSends) {
        permits = new Permits(maxSends);
    }

    /**
     * Acquires a permit for one send, and waits for the permit if necessary.
     *
     * @param inCallback whether the caller is a completion callback, which does not wait because it may have to release
     *     a permit itself
     * @throws InterruptedException if the calling thread is interrupted and no permit is free
     */
    public void acquire(boolean inCallback) throws InterruptedException {
        if (inCallback) {
            permits.acquireUnconditionally();
        } else if (!permits.tryAcquire()) {
            permits.acquire();
        }
    }

    public void release() {
        permits.release();
    }
}
