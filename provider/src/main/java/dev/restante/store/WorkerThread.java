package dev.restante.store;

/**
 * A daemon thread of a node. A node outlives the application that happens to open it or to need a thread of it first, so it inherits nothing from that: a server that undeploys the application can
 * let its classes go.
 */
public final class WorkerThread extends Thread {

    /** A thread that has not been started. */
    public WorkerThread(Runnable task, String name) {
        super(null, task, name, 0, false);
        setDaemon(true);
        setContextClassLoader(WorkerThread.class.getClassLoader());
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
