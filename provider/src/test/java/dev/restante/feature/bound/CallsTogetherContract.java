package dev.restante.feature.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All kinds of calls at the same time on one node. */
@Tag("calls")
@Timeout(value = 1, unit = TimeUnit.HOURS)
abstract class CallsTogetherContract {

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(3);

    private final SharedServer server;

    CallsTogetherContract(SharedServer server) {
        this.server = server;
    }

    @ParameterizedTest
    @EnumSource(Adversity.class)
    @DisplayName("RCV-19 every call ends in time while the database is silent, half-open or slow")
    void shouldEndInTime(Adversity adversity) throws Exception {
        try (CallMatrix matrix = CallMatrix.ofAllKinds(server, adversity.storeTimeout())) {
            adversity.begin(matrix.proxy());
            assertThat(matrix.run()).isEmpty();
        }
    }

    @Test
    @DisplayName("RCV-19 every call ends in time while another session has locked all tables")
    void shouldEndInTimeWhileAllTablesAreLocked() throws Exception {
        try (CallMatrix matrix = CallMatrix.ofAllKinds(server, STORE_TIMEOUT)) {
            assertThat(matrix.runWhileLocked(matrix.tables())).isEmpty();
        }
    }

    @TestFactory
    @DisplayName("RCV-19 every call ends in time while another session has locked one table")
    Stream<DynamicTest> shouldEndInTimeWhileOneTableIsLocked() throws Exception {
        return Arrays.stream(server.tables(server.newDatabase()))
                .map(table -> DynamicTest.dynamicTest(table, () -> {
                    try (CallMatrix matrix = CallMatrix.ofAllKinds(server, STORE_TIMEOUT)) {
                        assertThat(matrix.runWhileLocked(table)).isEmpty();
                    }
                }));
    }
}
