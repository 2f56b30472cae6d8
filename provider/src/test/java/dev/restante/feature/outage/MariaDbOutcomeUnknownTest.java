package dev.restante.feature.outage;

import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
@Tag("mariadb-whole")
public class MariaDbOutcomeUnknownTest extends OutcomeUnknownSuite {

    @Override
    DataSource empty() throws SQLException {
        return SharedServer.MARIADB.dataSource(MariaDbDatabasePool.borrow());
    }
}
