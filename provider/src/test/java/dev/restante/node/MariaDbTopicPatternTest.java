package dev.restante.node;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("patterns of topics on one MariaDB store")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbTopicPatternTest extends SharedTopicPatternContract {

    MariaDbTopicPatternTest() {
        super(SharedServer.MARIADB);
    }
}
