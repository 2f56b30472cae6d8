package dev.restante.feature.outage;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** COMMITs whose answers are lost, of batches and of what is none, on one database. */
@Execution(ExecutionMode.CONCURRENT)
abstract class OutcomeUnknownSuite {

    /** An empty database. */
    abstract DataSource empty() throws SQLException;

    /** Whether what is broken throws unchecked exceptions. */
    boolean unchecked() {
        return false;
    }

    @Nested
    class Batches extends OutcomeUnknownContract {
        @Override
        DataSource empty() throws SQLException {
            return OutcomeUnknownSuite.this.empty();
        }

        @Override
        boolean unchecked() {
            return OutcomeUnknownSuite.this.unchecked();
        }
    }

    @Nested
    class EntitiesAndBranches extends OutcomeUnknownElsewhereContract {
        @Override
        DataSource empty() throws SQLException {
            return OutcomeUnknownSuite.this.empty();
        }

        @Override
        boolean unchecked() {
            return OutcomeUnknownSuite.this.unchecked();
        }
    }
}
