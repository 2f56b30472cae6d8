package dev.restante.bench.contender;

import dev.restante.bench.load.Sender;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Sender that inserts one row for each message into the hand-written queue table, with or without autocommit. */
record NaiveSender(Connection connection, PreparedStatement insert) implements Sender {

    static NaiveSender open(String url, boolean autocommit) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        connection.setAutoCommit(autocommit);
        return new NaiveSender(connection, connection.prepareStatement("INSERT INTO job (body) VALUES (?)"));
    }

    @Override
    public void send(long sequence, byte[] body) throws SQLException {
        insert.setBytes(1, body);
        insert.executeUpdate();
    }

    @Override
    public void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
