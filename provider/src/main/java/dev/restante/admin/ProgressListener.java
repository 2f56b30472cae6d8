package dev.restante.admin;

/**
 * Listener for the progress of a long-running administration call, which can cancel the call. It runs on the calling
 * thread after each transaction.
 */
@FunctionalInterface
public interface ProgressListener {

    /**
     * Reports the progress.
     *
     * @param processed the number of messages processed so far
     * @return false to cancel the call; processed messages stay processed
     */
    boolean onProgress(long processed);
}
