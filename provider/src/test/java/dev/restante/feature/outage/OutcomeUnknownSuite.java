package dev.restante.feature.outage;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Contracts of lost COMMIT answers, of batches and of other transactions, on one database. */
@Execution(ExecutionMode.CONCURRENT)
abstract class OutcomeUnknownSuite {

    /** {@return an empty database} */
    abstract DataSource empty() throws SQLException;

    /** {@return whether broken connections throw unchecked exceptions} */
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
