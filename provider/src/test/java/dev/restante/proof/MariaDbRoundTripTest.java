package dev.restante.proof;

import dev.restante.testing.LifoConnectionPool;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.DriverManager;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("RCV-19 SND-09 operations with a fault at a call to MariaDB")
@RequiresMariaDb
@Tag("proof-server")
final class MariaDbRoundTripTest extends RoundTripContract {

    @Override
    DataSource newDatabase() {
        return dataSource(MariaDbServer.newDatabase());
    }

    @Override
    DataSource newDatabaseWithoutTables() {
        return dataSource(MariaDbServer.newEmptyDatabase());
    }

    private static DataSource dataSource(String url) {
        return new LifoConnectionPool(() -> DriverManager.getConnection(url, MariaDbServer.USER, ""));
    }

    @Override
    List<CallFault> faults() {
        return List.of(
                CallFault.LOST_CALL,
                CallFault.LOST_ANSWER,
                CallFault.LOST_ANSWER_AND_QUESTION,
                CallFault.INTERRUPT,
                CallFault.rejection("40001", 1213),
                CallFault.statementRejection("HY000", 1205),
                CallFault.rejection("HY000", 1290));
    }

    @Override
    boolean isShared() {
        return true;
    }

    @Override
    boolean hasDirectDeliveries() {
        return false;
    }
}
