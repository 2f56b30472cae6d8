package dev.restante.feature.outage;

import dev.restante.testing.pool.PostgresDatabasePool;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.ds.PGSimpleDataSource;

@ExtendWith(PostgresDatabasePool.class)
public class PostgresOutcomeUnknownTest extends OutcomeUnknownSuite {

    @Override
    DataSource empty() {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(PostgresDatabasePool.borrow());
        return database;
    }
}
