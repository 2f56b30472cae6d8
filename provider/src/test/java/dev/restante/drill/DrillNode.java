package dev.restante.drill;

import dev.restante.durability.ChildJvm;
import dev.restante.timedhistory.HistoryEvent;
import dev.restante.timedhistory.HistoryLine;
import java.io.IOException;
import java.time.Duration;

/** Worker in a separate JVM, which can be replaced. */
final class DrillNode implements AutoCloseable {

    /** Maximum time of a child process, longer than any drill. */
    private static final Duration MAX_LIFETIME = Duration.ofHours(1);

    final String name;
    private final String url;
    private final boolean keepsSessions;
    private final DrillLedger ledger;
    private final Duration lease;
    private final Duration storeTimeout;
    private ChildJvm worker;
    private volatile boolean killing;
    private Thread reportReader;
    private int generation;

    DrillNode(String name, boolean keepsSessions, String url, DrillLedger ledger, Duration lease, Duration storeTimeout)
            throws IOException {
        this.name = name;
        this.url = url;
        this.keepsSessions = keepsSessions;
        this.ledger = ledger;
        this.lease = lease;
        this.storeTimeout = storeTimeout;
        start();
    }

    private void start() throws IOException {
        worker = ChildJvm.start(
                MAX_LIFETIME,
                DrillWorker.class,
                url,
                name + "." + ++generation,
                Boolean.toString(keepsSessions),
                Long.toString(lease.toMillis()),
                Long.toString(storeTimeout.toMillis()));
        ChildJvm source = worker;
        reportReader = new Thread(() -> readReports(source), "hears-" + name);
        reportReader.start();
    }

    private void readReports(ChildJvm source) {
        String last = "nothing";
        boolean ended = false;
        try {
            for (String line = source.readLine(); line != null; line = source.readLine()) {
                HistoryEvent event = HistoryLine.parse(line);
                ledger.record(event);
                ended = event instanceof HistoryEvent.Note note && note.text().equals(DrillWorker.ENDED);
                last = line;
            }
        } catch (IOException e) {
            ledger.record(new HistoryEvent.Failure(name, e.toString()));
        }
        if (!ended && !killing) {
            ledger.record(new HistoryEvent.Failure(name, "has ended by itself; the last that it told was: " + last));
        }
    }

    /** Kills the worker and starts a new worker. */
    void replace() throws IOException, InterruptedException {
        killing = true;
        worker.kill();
        reportReader.join();
        killing = false;
        start();
    }

    void pause() throws IOException, InterruptedException {
        worker.pause();
    }

    void resume() throws IOException, InterruptedException {
        worker.resume();
    }

    /** Ends the worker in order. */
    void end() throws IOException, InterruptedException {
        worker.write("end");
        worker.awaitEnd();
        reportReader.join();
    }

    @Override
    public void close() {
        killing = true;
        worker.close();
    }
}
