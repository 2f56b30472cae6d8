package dev.restante.proof;

import dev.restante.testing.LifoConnectionPool;
import dev.restante.testing.SharedServer;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

/** {@link RoundTripContract} on a server that two nodes share. */
@Tag("proof-server")
abstract class SharedRoundTripContract extends RoundTripContract {

    private final SharedServer server;

    SharedRoundTripContract(SharedServer server) {
        this.server = server;
    }

    @Override
    DataSource newDatabase() throws SQLException {
        return LifoConnectionPool.of(server.dataSource(server.newDatabase()));
    }

    @Override
    DataSource newDatabaseWithoutTables() throws SQLException {
        return LifoConnectionPool.of(server.dataSource(server.newEmptyDatabase()));
    }

    @Override
    boolean isShared() {
        return true;
    }
}
