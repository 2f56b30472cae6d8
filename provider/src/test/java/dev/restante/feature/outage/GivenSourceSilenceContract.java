package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The silence that a driver does not end when it is told to give a connection up. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
abstract class GivenSourceSilenceContract extends SilentStoreCalls {

    GivenSourceSilenceContract(SharedServer server) {
        super(server);
    }

    @Test
    @DisplayName("RCV-19 no call hangs though the application waits for answers for longer")
    void shouldEndEachCall() throws Exception {
        assertAllEndByGivenDataSource(Silence.SILENT);
    }
}
