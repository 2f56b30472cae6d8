package dev.restante.jta;

import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("participants in the moves of expired messages, on PostgreSQL")
final class PostgresExpiryParticipationTest extends ExpiryParticipationContract {

    @Override
    String newStoreUrl() {
        return PostgresServer.newDatabase();
    }
}
