package dev.restante.bench.contender;

import dev.restante.bench.load.Arrivals;
import dev.restante.bench.load.Consumers;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The queue that one writes by hand, in some database.
 *
 * @param database is closed with it
 */
record NaiveQueue(NaiveTable table, String url, AutoCloseable database) implements RunningTransport {

    /** Makes the table if it is missing. */
    static NaiveQueue open(NaiveTable table, String url, AutoCloseable database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(table.create());
        }
        return new NaiveQueue(table, url, database);
    }

    @Override
    public Sender openSender(Load load) throws SQLException {
        return NaiveSender.open(url, load.mode() != Load.Mode.TRANSACTED);
    }

    @Override
    public Consumers openConsumers(Load load, Arrivals arrivals) {
        return NaiveConsumers.open(table, url, load, arrivals);
    }

    @Override
    public void close() throws Exception {
        database.close();
    }
}
