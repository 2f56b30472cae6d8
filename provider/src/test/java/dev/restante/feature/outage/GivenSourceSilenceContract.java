package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Silence that a driver does not end, even if Restante aborts the connection. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
abstract class GivenSourceSilenceContract extends SilentStoreCalls {

    GivenSourceSilenceContract(SharedServer server) {
        super(server);
    }

    @Test
    @DisplayName("RCV-19 no call hangs, even if the application data source waits longer for answers")
    void shouldEndEachCall() throws Exception {
        assertAllEndByGivenDataSource(Silence.SILENT);
    }
}
