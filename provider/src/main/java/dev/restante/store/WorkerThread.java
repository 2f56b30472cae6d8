package dev.restante.store;

/** A daemon thread with one task, whose owner waits for its end when it closes. */
public final class WorkerThread extends Thread {

    /** A thread that has not been started. */
    public WorkerThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }

    /**
     * Waits until the task has returned; returns at once if the thread was never started. An interrupt does not end the wait; it is kept for the caller. Not to be
     * called by the thread itself, which would wait forever.
     */
    public void awaitEnd() {
        boolean interrupted = false;
        while (isAlive()) {
            try {
                join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
