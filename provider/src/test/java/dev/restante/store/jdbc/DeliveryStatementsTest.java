package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Test that lists all statements that change or delete an existing delivery, each with its effect on the acquisition
 * count. The test fails for an unlisted statement. Decide its effect and add it to the list.
 */
final class DeliveryStatementsTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/restante");

    private static final Pattern ALTERING =
            Pattern.compile("(UPDATE|DELETE FROM|MERGE INTO) restante_(delivery|direct_delivery)\\b");

    /** Number of characters that covers all assignments of a statement. */
    private static final int MAX_CHARACTERS = 250;

    private static final Pattern COUNTED_UP =
            Pattern.compile("acquisition_count = \"\\s*\\+ DeliveryRows.nextAcquisition");

    /** Effect of a statement on the acquisition count, and thereby on fencing tokens that were read before. */
    private enum Effect {
        /** Effect that depends on the kind of change, see {@link StoreFenceContract}. */
        BY_KIND,
        /** Increment, so that changes with earlier fencing tokens miss. */
        COUNTS_UP,
        /**
         * No increment. Changes that name the former owner miss, but late settlements find the unchanged count (VIS-08,
         * VIS-09).
         */
        KEEPS,
        /** Deletion of the row with a given id, owner and acquisition count. */
        REMOVES_FENCED,
        /** Deletion of a row that the statement locks or checks again under its own conditions. */
        REMOVES_AS_LOCKED
    }

    /** Effects of the statements of each file, in the order of the file. */
    private static final Map<String, List<Effect>> DECIDED = Map.ofEntries(
            Map.entry("store/jdbc/batch/FencedUpdateSql.java", List.of(Effect.BY_KIND)),
            Map.entry("store/jdbc/rows/DeliveryRows.java", List.of(Effect.REMOVES_FENCED)),
            // Updates of unowned and of owned rows, three deletions, and the acquisition of many rows.
            Map.entry(
                    "store/jdbc/postgres/PostgresBatchSql.java",
                    List.of(
                            Effect.BY_KIND,
                            Effect.BY_KIND,
                            Effect.REMOVES_FENCED,
                            Effect.REMOVES_FENCED,
                            Effect.REMOVES_FENCED,
                            Effect.COUNTS_UP)),
            Map.entry("store/jdbc/postgres/PostgresLastValueStatements.java", List.of(Effect.REMOVES_AS_LOCKED)),
            Map.entry("store/jdbc/mariadb/MariaDbBatchSql.java", List.of(Effect.COUNTS_UP)),
            Map.entry("store/jdbc/mariadb/MariaDbLastValueStatements.java", List.of(Effect.REMOVES_AS_LOCKED)),
            // A direct delivery is acquired only once, so its id and owner identify it. Every other change first moves
            // the row to another table.
            Map.entry(
                    "store/jdbc/hsqldb/HsqldbBatchSql.java",
                    List.of(Effect.REMOVES_FENCED, Effect.REMOVES_FENCED, Effect.COUNTS_UP)),
            Map.entry("store/jdbc/hsqldb/HsqldbLastValueStatements.java", List.of(Effect.REMOVES_AS_LOCKED)),
            // The statement releases deliveries of dead nodes and names their former owner.
            Map.entry("store/jdbc/table/JdbcMembership.java", List.of(Effect.KEEPS)),
            // The statement runs in the transaction that released the rows.
            Map.entry("store/jdbc/table/ReplacedValueRemover.java", List.of(Effect.REMOVES_AS_LOCKED)),
            // The statement names the deleted entity, so it spares deliveries that moved to another entity.
            Map.entry("store/jdbc/table/EntityDeleter.java", List.of(Effect.REMOVES_AS_LOCKED)));

    @Test
    @DisplayName("each statement that changes or deletes a delivery has a listed effect on the acquisition count")
    void shouldDecideEachStatement() throws IOException {
        SortedMap<String, List<String>> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                List<String> statements = ALTERING.matcher(text)
                        .results()
                        .map(MatchResult::start)
                        .map(start -> text.substring(start, Math.min(text.length(), start + MAX_CHARACTERS)))
                        .toList();
                if (!statements.isEmpty()) {
                    found.put(SOURCES.relativize(file).toString().replace('\\', '/'), statements);
                }
            }
        }
        assertThat(sizes(found)).isEqualTo(sizes(DECIDED));
        DECIDED.forEach((file, effects) -> {
            for (int i = 0; i < effects.size(); i++) {
                String statement = found.get(file).get(i);
                assertThat(COUNTED_UP.matcher(statement).find())
                        .as(file + ": " + statement)
                        .isEqualTo(effects.get(i) == Effect.COUNTS_UP);
            }
        });
    }

    private static <T> Map<String, Integer> sizes(Map<String, List<T>> lists) {
        return lists.entrySet().stream()
                .collect(
                        TreeMap::new,
                        (sizes, entry) ->
                                sizes.put(entry.getKey(), entry.getValue().size()),
                        Map::putAll);
    }
}
