package dev.restante.drill;

import java.time.Duration;
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
                Drill drill = new Drill(database.url());
                FaultInjector injector = new FaultInjector(drill, database)) {
            for (int i = 0; i < NODES; i++) {
                drill.start(injector.newProxy().url(), LEASE, STORE_TIMEOUT);
            }
            drill.awaitProgress();
            for (int round = 0; round < rounds; round++) {
                DrillFault fault = FAULTS.get(random.nextInt(FAULTS.size()));
                int node = random.nextInt(NODES);
                injector.inject(fault, node, random);
                drill.awaitProgress();
            }
            drill.end();
            System.out.println("drill: " + drill);
        }
    }
}
