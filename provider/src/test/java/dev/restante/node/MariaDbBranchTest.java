package dev.restante.node;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("transaction branches that several nodes on a MariaDB decide")
@OnMariaDb
@Tag("mariadb-whole")
final class MariaDbBranchTest extends SharedBranchContract {

    MariaDbBranchTest() {
        super(SharedServer.MARIADB);
    }
}
