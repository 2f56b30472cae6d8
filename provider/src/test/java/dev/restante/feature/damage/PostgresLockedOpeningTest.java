package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.testing.PostgresServer;
import dev.restante.testing.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("opening a store whose tables are locked, on PostgreSQL")
final class PostgresLockedOpeningTest extends LockedOpeningContract {

    PostgresLockedOpeningTest() {
        super(SharedServer.POSTGRES);
    }

    @Test
    @DisplayName(
            "RCV-19 opening a store fails as unavailable while another session takes too long to create the tables")
    void shouldNotAwaitAnotherMigration() throws Exception {
        String empty = PostgresServer.newEmptyDatabase();
        try (Connection other = DriverManager.getConnection(empty);
                Statement migration = other.createStatement()) {
            other.setAutoCommit(false);
            new PostgresDialect().beginMigration(migration, 1_000);
            assertThat(failure(new RestanteConnectionFactory(empty)).getErrorCode())
                    .isEqualTo(ErrorCodes.STORE_UNAVAILABLE);
            other.rollback();
        }
        assertThat(failure(new RestanteConnectionFactory(empty))).isNull();
    }
}
