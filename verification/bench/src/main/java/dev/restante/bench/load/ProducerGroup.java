package dev.restante.bench.load;

import dev.restante.bench.measure.LoadAccounting;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Handle of the running producer threads of a load, which stops them or waits until all messages are sent. */
public final class ProducerGroup implements AutoCloseable {

    private static final long STALL_SECONDS = 60;

    private final ExecutorService threads;
    private final LoadAccounting accounting;

    ProducerGroup(ExecutorService threads, LoadAccounting accounting) {
        this.threads = threads;
        this.accounting = accounting;
    }

    /** Stops the producers after their current sends. A producer that takes too long is recorded as a failure. */
    public void stop() throws InterruptedException {
        accounting.stopSending();
        awaitEnd(STALL_SECONDS);
    }

    /** Waits until the producers have sent all messages that the accounting allows. */
    void awaitEnd(long seconds) throws InterruptedException {
        threads.shutdown();
        if (!threads.awaitTermination(seconds, TimeUnit.SECONDS)) {
            accounting.fail(new IllegalStateException(
                    String.format(Locale.ROOT, "the producers were still sending after %,d s", seconds)));
        }
    }

    @Override
    public void close() {
        accounting.stopSending();
        threads.shutdownNow();
    }
}
