package dev.restante.cli;

import dev.restante.model.EntityFigures;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryScale;
import dev.restante.model.codec.HistoryCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** A history of figures as a node would have recorded it, put into a store at once. */
final class RecordedHistory {

    /** Of a node that there is not any more. */
    private static final long NOBODY = 1_000_000;

    private static final int PLACES = 4;

    /**
     * A queue's history.
     *
     * @param depth by the number of the interval, as are the others
     */
    record Of(String queue, LongUnaryOperator depth, LongUnaryOperator sent, LongUnaryOperator completed) {}

    private RecordedHistory() {}

    /** Writes both scales up to now. */
    static void write(Connection connection, List<Of> queues) throws SQLException {
        for (HistoryScale scale : HistoryScale.values()) {
            long firstMillis = scale.oldest(System.currentTimeMillis());
            long[] before = new long[queues.size()];
            for (int i = 0; i < scale.intervals(); i++) {
                List<EntityFigures> figures = new ArrayList<>();
                for (int j = 0; j < queues.size(); j++) {
                    Of of = queues.get(j);
                    long depth = of.depth().applyAsLong(i);
                    long completed = of.completed().applyAsLong(i) * scale.minutes();
                    figures.add(new EntityFigures(
                            id(connection, of.queue()),
                            of.sent().applyAsLong(i) * scale.minutes(),
                            completed,
                            completed,
                            completed * (300 + 7 * i),
                            i == 0 ? EntityFigures.UNKNOWN : before[j],
                            depth));
                    before[j] = depth;
                }
                figures.sort(Comparator.comparingLong(EntityFigures::entityId));
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

    private static void insert(Connection connection, HistoryScale scale, long fromMillis, byte[] row)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO restante_history (span_minutes, from_at, incarnation, figures) VALUES (?, ?, ?, ?)")) {
            insert.setInt(1, scale.minutes());
            insert.setLong(2, fromMillis);
            insert.setLong(3, NOBODY);
            insert.setBytes(PLACES, row);
            insert.executeUpdate();
        }
    }
}
