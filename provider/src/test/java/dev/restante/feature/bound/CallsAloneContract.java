package dev.restante.feature.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ten callers that make the same kind of call at the same time, on a node that does nothing else. */
@Tag("calls")
@Timeout(value = 4, unit = TimeUnit.HOURS)
abstract class CallsAloneContract {

    private static final int CALLERS = 10;

    /** Number of nodes that are tried at the same time. */
    private static final int NODES = 6;

    private final SharedServer server;

    CallsAloneContract(SharedServer server) {
        this.server = server;
    }

    /** Trial of one kind of call. */
    private interface Trial {
        /** Returns the faults. */
        List<String> run(CallMatrix matrix) throws Exception;
    }

    private void tryAll(Duration storeTimeout, Trial trial) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(NODES);
        try {
            List<Future<List<String>>> trials = new ArrayList<>();
            for (StoreCall kind : CallMatrix.kinds().toList()) {
                trials.add(executor.submit(() -> {
                    try (CallMatrix matrix = new CallMatrix(server, storeTimeout)) {
                        matrix.prepare(kind, CALLERS);
                        return trial.run(matrix);
                    }
                }));
            }
            List<String> faults = new ArrayList<>();
            for (Future<List<String>> each : trials) {
                faults.addAll(each.get());
            }
            assertThat(faults).isEmpty();
        } finally {
            executor.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource(Adversity.class)
    @DisplayName("RCV-19 ten equal calls end in time while the database is silent, half-open or slow")
    void shouldEndInTime(Adversity adversity) throws Exception {
        tryAll(adversity.storeTimeout(), matrix -> {
            adversity.begin(matrix.proxy());
            return matrix.run();
        });
    }

    @Test
    @DisplayName("RCV-19 ten equal calls end in time while another session has locked all tables")
    void shouldEndInTimeWhileAllTablesAreLocked() throws Exception {
        tryAll(Duration.ofSeconds(3), matrix -> matrix.runWhileLocked(matrix.tables()));
    }
}
