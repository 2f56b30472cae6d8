package dev.restante.drill;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Pauses and ids of one worker's messages. Thread-safe. */
final class WorkerPace {

    private final String worker;
    private final long pauseNanos;
    private final AtomicInteger serials = new AtomicInteger();

    /** @param pauseMillis the shortest pause of an application between two calls, which determines the load */
    WorkerPace(String worker, long pauseMillis) {
        this.worker = worker;
        this.pauseNanos = TimeUnit.MILLISECONDS.toNanos(pauseMillis);
    }

    String worker() {
        return worker;
    }

    /** Returns an id that no other message of any worker has. */
    String newId() {
        return worker + "-" + serials.incrementAndGet();
    }

    /** Pauses, because an application has other work to do, too. */
    void pause(int pauses) {
        LockSupport.parkNanos(pauses * pauseNanos);
    }
}
