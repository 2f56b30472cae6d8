package dev.restante.feature.outage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("a node that was declared dead before it knew the outcome of its COMMIT, on MariaDB")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbOutcomeOfTheDeadTest extends OutcomeOfTheDeadContract {

    MariaDbOutcomeOfTheDeadTest() {
        super(SharedServer.MARIADB);
    }
}
