package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("transaction settings on PostgreSQL")
final class PostgresDialectTest {

    @ParameterizedTest(name = "behind a pooler: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("each transaction begins with READ COMMITTED, because a data source may have another default")
    void shouldReadWhatIsCommitted(boolean pooled) {
        assertThat(new PostgresDialect(pooled, false).transactionSettings(1_000))
                .startsWith("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }
}
