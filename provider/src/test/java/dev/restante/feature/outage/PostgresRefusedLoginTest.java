package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a login that PostgreSQL rejects")
final class PostgresRefusedLoginTest extends RefusedLoginContract {

    PostgresRefusedLoginTest() {
        super(SharedServer.POSTGRES);
    }
}
