package dev.restante.bench.contender;

import dev.restante.bench.load.ArrivalCounter;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Hand-written queue table in a running database, for which this class opens senders and consumers after it has created
 * the table.
 */
record NaiveQueue(NaiveTable table, String url, AutoCloseable database) implements RunningTransport {

    static NaiveQueue open(NaiveTable table, String url, AutoCloseable database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(table.create());
        }
        return new NaiveQueue(table, url, database);
    }

    @Override
    public Sender openSender(Load load) throws SQLException {
        return NaiveSender.open(url, load.mode() != Load.SendMode.TRANSACTED);
    }

    @Override
    public ConsumerGroup openConsumers(Load load, ArrivalCounter arrivalCounter) {
        return NaiveConsumers.open(table, url, load, arrivalCounter);
    }

    @Override
    public void close() throws Exception {
        database.close();
    }
}
