package dev.restante.store.jdbc.read;

import dev.restante.store.RetrievalPosition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Statement that finds out which index ranges have rows, with one index lookup for each range. Most entities have
 * messages of one priority only, and each read of a range costs a round trip to the server.
 */
public final class RangeProbe {

    private static final int PARAMETERS = 6;

    private final String probe;

    private final Map<Integer, String> statements = new ConcurrentHashMap<>();

    /**
     * Creates the statements for a database.
     *
     * @param hint index hint that begins with a space; empty if the database needs none
     * @param idOrderExpression last column of the index
     */
    public RangeProbe(String hint, String idOrderExpression) {
        this.probe = " FROM restante_delivery" + hint + " WHERE entity = ? AND state = ? AND precedence = ?"
                + " AND queue_position >= ? AND (queue_position > ? OR id > ?)"
                + " ORDER BY entity, state, precedence, queue_position, " + idOrderExpression + " LIMIT 1)";
    }

    /** Returns the ranges that have rows, in their order. */
    public List<IndexRange> nonEmptyRanges(Connection connection, long entityId, List<IndexRange> ranges)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql(ranges.size()))) {
            for (int index = 0; index < ranges.size(); index++) {
                bind(select, index * PARAMETERS, entityId, ranges.get(index));
            }
            Set<Integer> nonEmpty = new TreeSet<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    nonEmpty.add(rows.getInt(1));
                }
            }
            List<IndexRange> found = new ArrayList<>(nonEmpty.size());
            nonEmpty.forEach(index -> found.add(ranges.get(index)));
            return found;
        }
    }

    public String sql(int ranges) {
        return statements.computeIfAbsent(ranges, this::createSql);
    }

    private String createSql(int ranges) {
        return IntStream.range(0, ranges)
                .mapToObj(index -> "(SELECT " + index + probe)
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** Binds a range after a number of bound parameters, in the order of {@link ReadSql#browse}. */
    static void bind(PreparedStatement select, int bound, long entityId, IndexRange range) throws SQLException {
        RetrievalPosition after = range.after();
        long position = after == null ? Long.MIN_VALUE : after.position();
        select.setLong(bound + 1, entityId);
        select.setInt(bound + 2, range.state());
        select.setInt(bound + 3, range.precedence());
        select.setLong(bound + 4, position);
        select.setLong(bound + 5, position);
        select.setLong(bound + 6, after == null ? Long.MIN_VALUE : after.id());
    }
}
