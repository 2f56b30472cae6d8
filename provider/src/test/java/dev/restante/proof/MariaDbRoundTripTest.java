package dev.restante.proof;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("RCV-19 SND-09 operations with a fault at a call to MariaDB")
@RequiresMariaDb
final class MariaDbRoundTripTest extends SharedRoundTripContract {

    MariaDbRoundTripTest() {
        super(SharedServer.MARIADB);
    }

    @Override
    List<CallFault> rejections() {
        return List.of(
                CallFault.rejection("40001", 1213),
                CallFault.statementRejection("HY000", 1205),
                CallFault.rejection("HY000", 1290));
    }
}
