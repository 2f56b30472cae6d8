package dev.restante.node;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("a node on MariaDB that resumes after it was declared dead")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbRejoinTest extends SharedRejoinContract {

    MariaDbRejoinTest() {
        super(SharedServer.MARIADB);
    }
}
