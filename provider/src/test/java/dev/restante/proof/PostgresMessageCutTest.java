package dev.restante.proof;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("RCV-19 SND-09 operations whose connection to PostgreSQL is cut inside a call")
final class PostgresMessageCutTest extends MessageCutContract {

    PostgresMessageCutTest() {
        super(SharedServer.POSTGRES);
    }
}
