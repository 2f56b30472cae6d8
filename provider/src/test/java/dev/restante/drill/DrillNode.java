package dev.restante.drill;

import dev.restante.durability.ChildJvm;
import dev.restante.timedhistory.HistoryEvent;
import dev.restante.timedhistory.HistoryLine;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Worker in a separate JVM, which can be replaced. */
final class DrillNode implements AutoCloseable {

    /** Maximum time of a child process, longer than any drill. */
    private static final Duration MAX_LIFETIME = Duration.ofHours(24);

    /** Time within which a worker answers a command while no fault lasts. */
    private static final long REMARK_SECONDS = 120;

    final String name;
    private final String url;
    private final boolean keepsSessions;
    private final DrillLedger ledger;
    private final Duration lease;
    private final Duration storeTimeout;
    private final long pauseMillis;
    private final BlockingQueue<String> remarks = new LinkedBlockingQueue<>();
    private ChildJvm worker;
    private volatile boolean killing;
    private Thread reportReader;
    private int generation;

    DrillNode(
            String name,
            boolean keepsSessions,
            String url,
            DrillLedger ledger,
            Duration lease,
            Duration storeTimeout,
            long pauseMillis)
            throws IOException {
        this.name = name;
        this.url = url;
        this.keepsSessions = keepsSessions;
        this.ledger = ledger;
        this.lease = lease;
        this.storeTimeout = storeTimeout;
        this.pauseMillis = pauseMillis;
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
                Long.toString(storeTimeout.toMillis()),
                Long.toString(pauseMillis));
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
                if (event instanceof HistoryEvent.Note note && isRemark(note.text())) {
                    remarks.add(note.text());
                }
                last = line;
            }
        } catch (IOException e) {
            ledger.record(new HistoryEvent.Failure(name, e.toString()));
        }
        if (!ended && !killing) {
            ledger.record(new HistoryEvent.Failure(name, "has ended by itself; the last that it told was: " + last));
        }
    }

    private static boolean isRemark(String text) {
        return text.equals(DrillWorker.RESTING) || text.startsWith(DrillWorker.MEASURED);
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

    /** Lets the worker close all sessions, and waits until it has done so. */
    void rest() throws IOException, InterruptedException {
        worker.write(DrillWorker.REST);
        awaitRemark(DrillWorker.RESTING);
    }

    /** Lets the worker open its sessions again. */
    void work() throws IOException {
        worker.write(DrillWorker.WORK);
    }

    /** Returns the used memory in bytes after a collection of garbage, the threads and the open files of the worker. */
    List<Long> measure() throws IOException, InterruptedException {
        worker.write(DrillWorker.MEASURE);
        String measured = awaitRemark(DrillWorker.MEASURED).substring(DrillWorker.MEASURED.length());
        return Arrays.stream(measured.split(" ")).map(Long::valueOf).toList();
    }

    private String awaitRemark(String beginning) throws InterruptedException {
        String remark = remarks.poll(REMARK_SECONDS, TimeUnit.SECONDS);
        if (remark == null || !remark.startsWith(beginning)) {
            throw new IllegalStateException("expected \"" + beginning + "\" of " + name + ", got " + remark);
        }
        return remark;
    }

    /** Ends the worker in order. */
    void end() throws IOException, InterruptedException {
        worker.write(DrillWorker.END);
        worker.awaitEnd();
        reportReader.join();
    }

    @Override
    public void close() {
        killing = true;
        worker.close();
    }
}
