package dev.restante.jta;

import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the end of an expiry participation, on PostgreSQL")
final class PostgresExpiryParticipationEndTest extends ExpiryParticipationEndContract {

    @Override
    String newStoreUrl() {
        return PostgresServer.newDatabase();
    }
}
