package dev.restante.store.jdbc.plan;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Prepared statement that is executed for lists of rows to count the pages that it reads. */
final class PreparedPlan {

    private static final Pattern SCAN = Pattern.compile("(Seq|Index|Index Only|Bitmap Heap|Tid|Tid Range) Scan.* on ");
    private static final Pattern PAGES = Pattern.compile("(?:hit|read)=(\\d+)");

    private final Connection connection;
    private final String name;
    private final List<String> types;

    private PreparedPlan(Connection connection, String name, List<String> types) {
        this.connection = connection;
        this.name = name;
        this.types = types;
    }

    /** Pages that the scans of a plan touched. */
    record Reading(long pages, String plan) {}

    /**
     * Prepares a statement. A page limit becomes a small constant, because parameters are row numbers. An intended
     * failure of the statement is disabled.
     */
    static PreparedPlan of(Connection connection, String name, String sql) throws SQLException {
        String[] pieces = sql.replaceAll("(LIMIT|OFFSET) \\?", "$1 12")
                .replace("1 / (count", "0 * (count")
                .split("\\?", -1);
        StringBuilder numbered = new StringBuilder(pieces[0]);
        for (int parameter = 1; parameter < pieces.length; parameter++) {
            numbered.append('$').append(parameter).append(pieces[parameter]);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE " + name + " AS " + numbered);
            try (ResultSet row = statement.executeQuery("SELECT parameter_types::text[] FROM pg_prepared_statements"
                    + " WHERE from_sql AND name = '" + name + "'")) {
                row.next();
                return new PreparedPlan(
                        connection, name, List.of((String[]) row.getArray(1).getArray()));
            }
        }
    }

    boolean takesLists() {
        return types.stream().anyMatch(type -> type.endsWith("[]"));
    }

    /** Executes the statement for a number of rows, beginning at a row number. */
    Reading execute(long firstRow, int rows) throws SQLException {
        String values = types.stream().map(type -> value(type, firstRow, rows)).collect(Collectors.joining(", "));
        String call = name + (types.isEmpty() ? "" : "(" + values + ")");
        try (Statement statement = connection.createStatement();
                ResultSet lines = statement.executeQuery("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE " + call)) {
            StringBuilder plan = new StringBuilder();
            boolean scans = false;
            long pages = 0;
            while (lines.next()) {
                String line = lines.getString(1);
                plan.append(line).append('\n');
                if (line.contains("(cost=")) {
                    scans = SCAN.matcher(line).find();
                } else if (scans && line.contains("Buffers: shared")) {
                    Matcher count = PAGES.matcher(line);
                    while (count.find()) {
                        pages += Long.parseLong(count.group(1));
                    }
                    scans = false;
                }
            }
            return new Reading(pages, plan.toString());
        }
    }

    private static String value(String type, long firstRow, int rows) {
        if (!type.endsWith("[]")) {
            return "'" + scalar(type, PlanTables.ENTITY) + "'";
        }
        String element = type.substring(0, type.length() - 2);
        Stream<String> elements = LongStream.range(firstRow, firstRow + rows).mapToObj(row -> scalar(element, row));
        return elements.collect(Collectors.joining(",", "'{", "}'"));
    }

    private static String scalar(String type, long row) {
        return switch (type) {
            case "bigint" -> String.valueOf(row);
            case "integer" -> "1";
            case "smallint" -> "5";
            case "boolean" -> "true";
            case "text", "bytea" -> "k" + row;
            case "xid8" -> "3";
            default -> throw new IllegalArgumentException("no value of the type " + type);
        };
    }
}
