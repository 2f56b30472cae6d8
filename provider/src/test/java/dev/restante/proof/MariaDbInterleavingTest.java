package dev.restante.proof;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("BEY-04 pairs of operations on MariaDB, interleaved at each call")
@RequiresMariaDb
final class MariaDbInterleavingTest extends InterleavingContract {

    MariaDbInterleavingTest() {
        super(SharedServer.MARIADB);
    }

    @Override
    String waitingSessionsQuery() {
        return "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'";
    }

    /** Returns more than 100 ms, because a query does not refresh this table within 100 ms after the last query. */
    @Override
    long waitingSessionsIntervalMillis() {
        return 110;
    }
}
