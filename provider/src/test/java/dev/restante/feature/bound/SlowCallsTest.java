package dev.restante.feature.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("all calls at the same time on a distant database")
@Timeout(180)
class SlowCallsTest {

    @Test
    @DisplayName("RCV-19 every call ends in time while a round trip takes 200 ms")
    void shouldEndInTime() throws Exception {
        try (CallMatrix matrix = CallMatrix.ofAllKinds(SharedServer.POSTGRES, Adversity.SLOW.storeTimeout())) {
            Adversity.SLOW.begin(matrix.proxy());
            assertThat(matrix.run()).isEmpty();
        }
    }
}
