package dev.restante.node;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sweeps of due messages, which a test starts and whose end it awaits. */
public final class NodeSweeps {

    private static final long PATIENCE_SECONDS = 60;

    private NodeSweeps() {}

    /** Lets a node sweep its due messages on its own thread, and waits for the end of the sweep. */
    public static void sweep(BrokerNode node) {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        NodeComponents components = node.components();
        components.sweeper.sweepNow();
        // The thread executes this task after the sweep, because the task is due later.
        components
                .sweepScheduler
                .task("end of a sweep", () -> ended.complete(true))
                .scheduleWithin(1);
        boolean unused = ended.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}
