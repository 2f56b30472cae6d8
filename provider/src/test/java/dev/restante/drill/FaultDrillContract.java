package dev.restante.drill;

import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.DatabaseProxy.TrafficMode;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contract test of three nodes on one database, with faults of the nodes, their connections and the database. */
abstract class FaultDrillContract {

    private static final List<DrillFault> FAULTS = List.of(DrillFault.values());
    private static final int NODES = 3;
    private static final int ROUNDS_PER_EPISODE = 10;
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(6);

    private final Random random = Drill.random("drill");

    /** Proxy of each node to the database. */
    private final List<DatabaseProxy> proxies = new ArrayList<>();

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    @DisplayName("SND-01, SND-09, RCV-02, RCV-08, RCV-13, RCV-14, RCV-16, RCV-17, RCV-19, RCV-20, TTL-03, TXN-13,"
            + " VIS-07 no message is lost, doubled, resurrected, torn, out of order, expired or missed")
    void shouldSurvive() throws Exception {
        int rounds = Integer.getInteger("restante.drill.rounds", 3);
        for (int done = 0; done < rounds; done += ROUNDS_PER_EPISODE) {
            runEpisode(Math.min(ROUNDS_PER_EPISODE, rounds - done));
        }
    }

    /** Starts a new server. */
    abstract DatabaseProcesses newDatabase() throws Exception;

    private void runEpisode(int rounds) throws Exception {
        try (DatabaseProcesses database = newDatabase();
                Drill drill = new Drill(database.url())) {
            for (int i = 0; i < NODES; i++) {
                DatabaseProxy proxy = new DatabaseProxy(database.url());
                proxies.add(proxy);
                drill.start(proxy.url(), LEASE, STORE_TIMEOUT);
            }
            drill.awaitProgress();
            for (int round = 0; round < rounds; round++) {
                DrillFault fault = FAULTS.get(random.nextInt(FAULTS.size()));
                int node = random.nextInt(NODES);
                long millis = 100L + random.nextInt(7_000);
                drill.history.add(fault + " of node " + node + " for " + millis + " ms");
                inject(fault, drill.nodes.get(node), proxies.get(node), millis, database);
                drill.awaitProgress();
            }
            drill.end();
            System.out.println("drill: " + drill);
        } finally {
            for (DatabaseProxy proxy : proxies) {
                proxy.close();
            }
            proxies.clear();
        }
    }

    private void inject(DrillFault fault, DrillNode node, DatabaseProxy proxy, long millis, DatabaseProcesses database)
            throws Exception {
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

    /** Waits for the duration of the fault, which is the only timing of this test. */
    private static void awaitEndOfFault(long millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis);
    }
}
