package dev.restante.drill;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("three nodes on PostgreSQL under faults")
@Tag("drill")
final class FaultDrillTest extends FaultDrillContract {

    @Override
    DatabaseProcesses newDatabase() throws IOException {
        return new PostgresProcesses();
    }
}
