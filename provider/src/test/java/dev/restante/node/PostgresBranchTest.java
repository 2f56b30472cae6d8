package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("transaction branches of several nodes on PostgreSQL")
final class PostgresBranchTest extends SharedBranchContract {

    PostgresBranchTest() {
        super(SharedServer.POSTGRES);
    }
}
