package dev.restante.cli;

import dev.restante.model.EntityIntervalStatistics;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryResolution;
import dev.restante.model.codec.HistoryCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Recorded history of queues, written directly into a store in the format of a node. */
final class RecordedHistory {

    /** Incarnation of a node that does not exist. */
    private static final long MISSING_INCARNATION = 1_000_000;

    private static final int METRICS_PARAMETER = 4;

    /**
     * History of a queue.
     *
     * @param depth the message count by the number of the interval, as in the other functions
     */
    record QueueHistory(String queue, LongUnaryOperator depth, LongUnaryOperator sent, LongUnaryOperator completed) {}

    private RecordedHistory() {}

    /** Writes the history of both resolutions up to the current time. */
    static void write(Connection connection, List<QueueHistory> queues) throws SQLException {
        for (HistoryResolution scale : HistoryResolution.values()) {
            long firstMillis = scale.oldestIntervalStart(System.currentTimeMillis());
            long[] before = new long[queues.size()];
            for (int i = 0; i < scale.intervals(); i++) {
                List<EntityIntervalStatistics> figures = new ArrayList<>();
                for (int j = 0; j < queues.size(); j++) {
                    QueueHistory of = queues.get(j);
                    long depth = of.depth().applyAsLong(i);
                    long completed = of.completed().applyAsLong(i) * scale.minutes();
                    figures.add(new EntityIntervalStatistics(
                            id(connection, of.queue()),
                            of.sent().applyAsLong(i) * scale.minutes(),
                            completed,
                            completed,
                            completed * (300 + 7 * i),
                            i == 0 ? EntityIntervalStatistics.UNKNOWN_DEPTH : before[j],
                            depth));
                    before[j] = depth;
                }
                figures.sort(Comparator.comparingLong(EntityIntervalStatistics::entityId));
                byte[] row = HistoryCodec.encode(new HistoryInterval(scale.millis(), true, i == 0, 0, figures));
                insert(connection, scale, firstMillis + i * scale.millis(), row);
            }
        }
    }

    private static long id(Connection connection, String queue) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM restante_entity WHERE name = ?")) {
            select.setString(1, queue);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void insert(Connection connection, HistoryResolution scale, long fromMillis, byte[] row)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO restante_history (interval_minutes, starts_at, incarnation, metrics) VALUES (?, ?, ?, ?)")) {
            insert.setInt(1, scale.minutes());
            insert.setLong(2, fromMillis);
            insert.setLong(3, MISSING_INCARNATION);
            insert.setBytes(METRICS_PARAMETER, row);
            insert.executeUpdate();
        }
    }
}
