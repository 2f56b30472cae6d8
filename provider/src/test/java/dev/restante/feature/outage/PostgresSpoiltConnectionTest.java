package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("read-only sessions of PostgreSQL")
final class PostgresSpoiltConnectionTest extends SpoiltConnectionContract {

    PostgresSpoiltConnectionTest() {
        super(SharedServer.POSTGRES, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
    }
}
