package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("connections whose node was declared dead by other nodes, on PostgreSQL")
final class PostgresRejoinedConnectionsTest extends RejoinContract {

    PostgresRejoinedConnectionsTest() {
        super(SharedServer.POSTGRES);
    }
}
