package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transaction branches that several nodes on a PostgreSQL decide")
final class PostgresBranchTest extends SharedBranchContract {

    PostgresBranchTest() {
        super(SharedServer.POSTGRES);
    }
}
