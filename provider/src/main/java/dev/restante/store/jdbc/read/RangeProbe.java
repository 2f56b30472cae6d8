package dev.restante.store.jdbc.read;

import dev.restante.store.Place;
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
 * One statement that tells which ranges have any row, with a probe of the index for each. Most entities have messages
 * of one priority, and each range that is read costs a round trip to the server.
 */
public final class RangeProbe {

    private static final int PARAMETERS = 6;

    private final String probe;

    /** The statements that were asked for, by their number of ranges. */
    private final Map<Integer, String> statements = new ConcurrentHashMap<>();

    /**
     * A probe of a database.
     *
     * @param hint names the index where the database needs that, with a space before it; else empty
     * @param idInOrder the last column of the index
     */
    public RangeProbe(String hint, String idInOrder) {
        this.probe = " FROM restante_delivery" + hint + " WHERE entity = ? AND state = ? AND precedence = ?"
                + " AND queue_position >= ? AND (queue_position > ? OR id > ?)"
                + " ORDER BY entity, state, precedence, queue_position, " + idInOrder + " LIMIT 1)";
    }

    /** Returns the ranges that have any row, in their order. */
    public List<Range> filled(Connection connection, long entityId, List<Range> ranges) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql(ranges.size()))) {
            for (int index = 0; index < ranges.size(); index++) {
                bind(select, index * PARAMETERS, entityId, ranges.get(index));
            }
            Set<Integer> filled = new TreeSet<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    filled.add(rows.getInt(1));
                }
            }
            List<Range> found = new ArrayList<>(filled.size());
            filled.forEach(index -> found.add(ranges.get(index)));
            return found;
        }
    }

    /** Returns the statement for a number of ranges. */
    public String sql(int ranges) {
        return statements.computeIfAbsent(ranges, this::made);
    }

    private String made(int ranges) {
        return IntStream.range(0, ranges)
                .mapToObj(index -> "(SELECT " + index + probe)
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** Binds a range behind a number of parameters; {@link ReadSql#browse} has the same ones. */
    static void bind(PreparedStatement select, int bound, long entityId, Range range) throws SQLException {
        Place after = range.after();
        long position = after == null ? Long.MIN_VALUE : after.position();
        select.setLong(bound + 1, entityId);
        select.setInt(bound + 2, range.state());
        select.setInt(bound + 3, range.precedence());
        select.setLong(bound + 4, position);
        select.setLong(bound + 5, position);
        select.setLong(bound + 6, after == null ? Long.MIN_VALUE : after.id());
    }
}
