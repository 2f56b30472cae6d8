package dev.restante.drill;

import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.DatabaseProxy.TrafficMode;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Injector of faults into the nodes of a drill, their connections and their database. */
final class FaultInjector implements AutoCloseable {

    private static final long SHORTEST_FAULT_MILLIS = 100;

    private final Drill drill;
    private final DatabaseProcesses database;

    /** Proxy of each node to the database. */
    private final List<DatabaseProxy> proxies = new ArrayList<>();

    FaultInjector(Drill drill, DatabaseProcesses database) {
        this.drill = drill;
        this.database = database;
    }

    /** Returns the proxy to which the next node of the drill connects. */
    DatabaseProxy newProxy() throws IOException {
        DatabaseProxy proxy = new DatabaseProxy(database.url());
        proxies.add(proxy);
        return proxy;
    }

    /** Causes a fault of a node or of the database for a random time, and removes it. */
    void inject(DrillFault fault, int nodeIndex, Random random) throws Exception {
        long millis = SHORTEST_FAULT_MILLIS + random.nextInt(7_000);
        drill.history.add(fault + " of node " + nodeIndex + " for " + millis + " ms");
        DrillNode node = drill.nodes.get(nodeIndex);
        DatabaseProxy proxy = proxies.get(nodeIndex);
        switch (fault) {
            case KILL_WORKER -> node.replace();
            case SUSPEND_WORKER -> {
                node.pause();
                awaitEndOfFault(millis);
                node.resume();
            }
            case RESET_CONNECTIONS -> proxy.setExistingConnections(TrafficMode.RESET);
            case REFUSE_CONNECTIONS -> {
                proxy.refuse();
                awaitEndOfFault(millis);
            }
            case HALF_OPEN_CONNECTIONS -> {
                proxy.setExistingConnections(TrafficMode.DROP);
                awaitEndOfFault(millis);
            }
            case HOLD_CONNECTIONS -> {
                proxy.setNewConnections(TrafficMode.HOLD);
                proxy.setExistingConnections(TrafficMode.HOLD);
                awaitEndOfFault(millis);
            }
            case HOLD_ANSWERS -> {
                proxy.setExistingConnections(TrafficMode.HOLD_ANSWERS);
                awaitEndOfFault(millis);
            }
            case SLOW_CONNECTIONS -> {
                proxy.delayRoundTrips(Duration.ofMillis(20 + millis / 20));
                awaitEndOfFault(millis);
            }
            case DELAY_COMMITS -> {
                proxy.delayAnswersToCommit(Duration.ofMillis(millis));
                awaitEndOfFault(millis);
            }
            case TERMINATE_CONNECTIONS -> database.terminateConnections();
            case CRASH_DATABASE -> database.crash();
            case SUSPEND_DATABASE -> {
                List<ProcessHandle> processes = database.processes();
                database.signal(processes, "STOP");
                awaitEndOfFault(millis);
                database.signal(processes, "CONT");
            }
            case LOCK_TABLE -> {
                try (Connection other = database.connect();
                        Statement lock = other.createStatement()) {
                    other.setAutoCommit(false);
                    lock.execute(database.lockingDeliveries());
                    awaitEndOfFault(millis);
                }
            }
            case REFUSE_ALL_CONNECTIONS -> {
                proxies.forEach(DatabaseProxy::refuse);
                awaitEndOfFault(millis);
            }
        }
        proxies.forEach(DatabaseProxy::restore);
    }

    /** Waits for the duration of the fault, which is the only timing of a drill. */
    private static void awaitEndOfFault(long millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis);
    }

    @Override
    public void close() throws IOException {
        for (DatabaseProxy proxy : proxies) {
            proxy.close();
        }
    }
}
