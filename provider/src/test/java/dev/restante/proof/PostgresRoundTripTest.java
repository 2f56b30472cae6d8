package dev.restante.proof;

import dev.restante.testing.SharedServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("RCV-19 SND-09 operations with a fault at a call to PostgreSQL")
final class PostgresRoundTripTest extends SharedRoundTripContract {

    PostgresRoundTripTest() {
        super(SharedServer.POSTGRES);
    }

    @Override
    List<CallFault> rejections() {
        return List.of(
                CallFault.rejection("40001", 0),
                CallFault.rejection("40P01", 0),
                CallFault.rejection("55P03", 0),
                CallFault.rejection("25006", 0),
                CallFault.endedSession("57P01", 0),
                CallFault.endedSession("53300", 0));
    }
}
