package dev.restante.drill;

import dev.restante.testing.RequiresMariaDb;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("three nodes on MariaDB under faults")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbFaultDrillTest extends FaultDrillContract {

    @Override
    DatabaseProcesses newDatabase() throws IOException, SQLException {
        return new MariaDbProcesses();
    }
}
