package dev.restante.ra.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Store in a PostgreSQL data source of the server")
final class PostgresDataSourceTest extends DataSourceContract {

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void startDatabase() throws Exception {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stopDatabase() throws Exception {
        postgres.close();
    }

    @Override
    DataSource newDatabase() {
        return postgres.getPostgresDatabase();
    }
}
