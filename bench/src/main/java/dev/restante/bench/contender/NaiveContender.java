package dev.restante.bench.contender;

import dev.restante.bench.load.Load;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * The queue that one writes by hand: a table in PostgreSQL, an {@code INSERT} for each message, and consumers that
 * delete and return the next row that nobody has locked. Each thread has a connection, mostly in autocommit.
 */
public record NaiveContender() implements OnPostgresql {

    @Override
    public String name() {
        return "naive-postgresql";
    }

    @Override
    public boolean carries(Load load) {
        return load.isPlain();
    }

    @Override
    public boolean sharesDatabase() {
        return true;
    }

    @Override
    public RunningTransport start(Path directory, HeldIn heldIn) throws Exception {
        PostgresqlServer server = PostgresqlServer.start(directory.resolve("postgresql"));
        return NaiveQueue.open(NaiveTable.POSTGRESQL, server.url(), server);
    }

    @Override
    public RunningTransport startOn(String url, Path directory) throws SQLException {
        return NaiveQueue.open(NaiveTable.POSTGRESQL, url, () -> {});
    }
}
