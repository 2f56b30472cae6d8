package dev.restante.proof;

import dev.restante.testing.LifoConnectionPool;
import dev.restante.testing.PostgresServer;
import java.sql.DriverManager;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("RCV-19 SND-09 operations with a fault at a call to PostgreSQL")
@Tag("proof-server")
final class PostgresRoundTripTest extends RoundTripContract {

    @Override
    DataSource newDatabase() {
        return dataSource(PostgresServer.newDatabase());
    }

    @Override
    DataSource newDatabaseWithoutTables() {
        return dataSource(PostgresServer.newEmptyDatabase());
    }

    private static DataSource dataSource(String url) {
        return new LifoConnectionPool(() -> DriverManager.getConnection(url, PostgresServer.USER, ""));
    }

    @Override
    List<CallFault> faults() {
        return List.of(
                CallFault.LOST_CALL,
                CallFault.LOST_ANSWER,
                CallFault.LOST_ANSWER_AND_QUESTION,
                CallFault.INTERRUPT,
                CallFault.rejection("40001", 0),
                CallFault.rejection("40P01", 0),
                CallFault.rejection("55P03", 0),
                CallFault.rejection("25006", 0),
                CallFault.endedSession("57P01", 0),
                CallFault.endedSession("53300", 0));
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
