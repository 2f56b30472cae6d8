package dev.restante.ra.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a store in a data source of the server to PostgreSQL")
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
