package dev.restante.bench.load;

import dev.restante.bench.measure.Tally;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** The producers of a load, each on a thread of its own, at work until the tally deals no more sequence numbers. */
public final class Producers implements AutoCloseable {

    private static final long STALL_SECONDS = 60;

    private final ExecutorService threads;
    private final Tally tally;

    Producers(ExecutorService threads, Tally tally) {
        this.threads = threads;
        this.tally = tally;
    }

    /** Lets them stop, and waits until the last send of each has returned; it is a failure if that takes too long. */
    public void stop() throws InterruptedException {
        tally.stopSending();
        awaitEnd(STALL_SECONDS);
    }

    /** Waits until all messages that the tally allows have been sent. */
    void awaitEnd(long seconds) throws InterruptedException {
        threads.shutdown();
        if (!threads.awaitTermination(seconds, TimeUnit.SECONDS)) {
            tally.fail(new IllegalStateException(
                    String.format(Locale.ROOT, "the producers were still sending after %,d s", seconds)));
        }
    }

    @Override
    public void close() {
        tally.stopSending();
        threads.shutdownNow();
    }
}
