package dev.restante.bench.contender;

import dev.restante.bench.load.Load;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Contender with a hand-written queue table in PostgreSQL, which shows how fast a few lines of SQL are without a
 * provider.
 *
 * <p>Each message is one {@code INSERT}. Consumers delete the next unlocked row and return it. Each thread has a
 * connection, usually in autocommit mode.
 */
public record NaiveContender() implements PostgresqlContender {

    @Override
    public String name() {
        return "naive-postgresql";
    }

    @Override
    public boolean supports(Load load) {
        return load.isPlainQueueLoad();
    }

    @Override
    public boolean supportsSharedDatabase() {
        return true;
    }

    @Override
    public RunningTransport start(Path directory, MessageStorage storage) throws Exception {
        BenchPostgresqlServer server = BenchPostgresqlServer.start(directory.resolve("postgresql"));
        return NaiveQueue.open(NaiveTable.POSTGRESQL, server.url(), server);
    }

    @Override
    public RunningTransport startOnDatabase(String url, Path directory) throws SQLException {
        return NaiveQueue.open(NaiveTable.POSTGRESQL, url, () -> {});
    }
}
