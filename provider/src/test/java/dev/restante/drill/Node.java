package dev.restante.drill;

import dev.restante.durability.ChildJvm;
import java.io.IOException;
import java.time.Duration;

/** Worker in a separate JVM, which can be replaced. */
final class Node implements AutoCloseable {

    /** Maximum time of a child process, longer than any drill. */
    private static final Duration LIFE = Duration.ofHours(1);

    final String name;
    private final String url;
    private final boolean keepsSessions;
    private final DrillLedger ledger;
    private final Duration lease;
    private final Duration storeTimeout;
    private ChildJvm worker;
    private volatile boolean killing;
    private Thread listening;
    private int generation;

    Node(String name, boolean keepsSessions, String url, DrillLedger ledger, Duration lease, Duration storeTimeout)
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
                LIFE,
                DrillWorker.class,
                url,
                name + "." + ++generation,
                Boolean.toString(keepsSessions),
                Long.toString(lease.toMillis()),
                Long.toString(storeTimeout.toMillis()));
        ChildJvm heard = worker;
        listening = new Thread(() -> listen(heard), "hears-" + name);
        listening.start();
    }

    private void listen(ChildJvm heard) {
        String last = "nothing";
        try {
            for (String told = heard.readLine(); told != null; told = heard.readLine()) {
                ledger.take(told);
                last = told;
            }
        } catch (IOException e) {
            ledger.take("failure " + name + " " + e);
        }
        if (!last.equals(DrillWorker.ENDED) && !killing) {
            ledger.take("failure " + name + " has ended by itself; the last that it told was: " + last);
        }
    }

    /** Kills the worker and starts a new worker. */
    void replace() throws IOException, InterruptedException {
        killing = true;
        worker.kill();
        listening.join();
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
        listening.join();
    }

    @Override
    public void close() {
        killing = true;
        worker.close();
    }
}
