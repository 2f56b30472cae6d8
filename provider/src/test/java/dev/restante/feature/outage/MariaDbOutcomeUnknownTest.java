package dev.restante.feature.outage;

import dev.restante.testing.LentMariaDb;
import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LentMariaDb.class)
@OnMariaDb
@Tag("mariadb-whole")
public class MariaDbOutcomeUnknownTest extends OutcomeUnknownSuite {

    @Override
    DataSource empty() throws SQLException {
        return SharedServer.MARIADB.dataSource(LentMariaDb.lend());
    }
}
