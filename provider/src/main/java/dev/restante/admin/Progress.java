package dev.restante.admin;

/** Told how far long work has come, on the calling thread, after each transaction. */
@FunctionalInterface
public interface Progress {

    /**
     * Called now and then.
     *
     * @param done how many messages are done
     * @return false to end the work; what is done stays done
     */
    boolean proceed(long done);
}
