package dev.restante.jms.core;

import java.util.concurrent.Semaphore;

/** Bounds the asynchronous sends of one connection that are under way, so that memory is bounded (SND-04). */
public final class InFlightSends {

    /** A semaphore that can go below zero. */
    private static final class Permits extends Semaphore {
        private static final long serialVersionUID = 1L;

        Permits(int permits) {
            super(permits);
        }

        void takeWithoutWaiting() {
            reducePermits(1);
        }
    }

    private final Permits permits;

    public InFlightSends(int most) {
        permits = new Permits(most);
    }

    /**
     * Takes a place, waiting for one.
     *
     * @param callback whether the caller is a completion callback: it does not wait, because it may be the one to free
     *     a place
     * @throws InterruptedException if the calling thread is interrupted and no place is free
     */
    public void begin(boolean callback) throws InterruptedException {
        if (callback) {
            permits.takeWithoutWaiting();
        } else if (!permits.tryAcquire()) {
            permits.acquire();
        }
    }

    public void end() {
        permits.release();
    }
}
