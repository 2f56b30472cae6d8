package dev.restante.bench.contender;

import dev.restante.bench.load.Arrivals;
import dev.restante.bench.load.Consumers;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

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
        return open(server.url(), server);
    }

    @Override
    public RunningTransport startOn(String url, Path directory) throws SQLException {
        return open(url, () -> {});
    }

    private static RunningTransport open(String url, AutoCloseable database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    CREATE TABLE IF NOT EXISTS job (
                      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL)
                    """);
        }
        return new Running(url, database);
    }

    private record Running(String url, AutoCloseable database) implements RunningTransport {

        @Override
        public Sender openSender(Load load) throws SQLException {
            return NaiveSender.open(url, load.mode() != Load.Mode.TRANSACTED);
        }

        @Override
        public Consumers openConsumers(Load load, Arrivals arrivals) throws Exception {
            return NaiveConsumers.open(url, load, arrivals);
        }

        @Override
        public void close() throws Exception {
            database.close();
        }
    }
}
