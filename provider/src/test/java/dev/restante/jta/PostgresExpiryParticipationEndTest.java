package dev.restante.jta;

import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the end of participation in the moves of expired messages, on PostgreSQL")
final class PostgresExpiryParticipationEndTest extends ExpiryParticipationEndContract {

    @Override
    String newStoreUrl() {
        return PostgresServer.newDatabase();
    }
}
