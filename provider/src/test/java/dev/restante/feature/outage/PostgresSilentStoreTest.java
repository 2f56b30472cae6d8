package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a PostgreSQL server that does not answer")
final class PostgresSilentStoreTest extends SilentStoreContract {

    PostgresSilentStoreTest() {
        super(SharedServer.POSTGRES);
    }

    @Test
    @DisplayName("RCV-19, SND-09 no call hangs while the store is READ_ONLY, and each result is correct")
    void shouldEndEachCallWhileItIsReadOnly() throws Exception {
        assertAllEnd(Silence.READ_ONLY);
    }
}
