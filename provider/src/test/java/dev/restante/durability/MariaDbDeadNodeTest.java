package dev.restante.durability;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("node that dies or stops, and another node on the same MariaDB")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbDeadNodeTest extends DeadNodeContract {

    MariaDbDeadNodeTest() {
        super(SharedServer.MARIADB);
    }
}
