package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("patterns of topics on one PostgreSQL store")
final class PostgresTopicPatternTest extends SharedTopicPatternContract {

    PostgresTopicPatternTest() {
        super(SharedServer.POSTGRES);
    }
}
