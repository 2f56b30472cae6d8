package dev.restante.node;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("transaction branches of several nodes on MariaDB")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbBranchTest extends SharedBranchContract {

    MariaDbBranchTest() {
        super(SharedServer.MARIADB);
    }
}
