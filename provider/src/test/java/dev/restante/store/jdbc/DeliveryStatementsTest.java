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
 * The list of all statements that change or delete an existing delivery, each with its decision about the acquisition
 * number. A statement that is not in the list fails the test: decide it, and write it down here.
 */
final class DeliveryStatementsTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/restante");

    private static final Pattern ALTERING =
            Pattern.compile("(UPDATE|DELETE FROM|MERGE INTO) restante_(delivery|born_message)\\b");

    /** Longer than what a statement sets. */
    private static final int MOST_CHARACTERS = 250;

    private static final Pattern COUNTED_UP = Pattern.compile("acquisition = \"\\s*\\+ DeliveryRows.nextAcquisition");

    /** Consequence of a statement for the acquisition number, and with it for refs that were read before. */
    private enum Effect {
        /** Each kind of change is decided in {@link StoreFenceContract}. */
        BY_KIND,
        /** Refs read before it miss. */
        COUNTS_UP,
        /** Refs that name the former owner miss; late settlements find the number as it was (VIS-08, VIS-09). */
        KEEPS,
        /** Removes the row that id, owner and acquisition name. */
        REMOVES_FENCED,
        /** Removes a row that it locks, or looks at again, under conditions of its own. */
        REMOVES_AS_LOCKED
    }

    /** The statements of each file, in their order there. */
    private static final Map<String, List<Effect>> DECIDED = Map.ofEntries(
            Map.entry("store/jdbc/batch/RowUpdates.java", List.of(Effect.BY_KIND)),
            Map.entry("store/jdbc/rows/DeliveryRows.java", List.of(Effect.REMOVES_FENCED)),
            // Updates of unowned rows, of owned ones, three removals, and the acquisition of many rows.
            Map.entry(
                    "store/jdbc/postgres/PostgresBatchSql.java",
                    List.of(
                            Effect.BY_KIND,
                            Effect.BY_KIND,
                            Effect.REMOVES_FENCED,
                            Effect.REMOVES_FENCED,
                            Effect.REMOVES_FENCED,
                            Effect.COUNTS_UP)),
            Map.entry("store/jdbc/postgres/PostgresLastValues.java", List.of(Effect.REMOVES_AS_LOCKED)),
            Map.entry("store/jdbc/mariadb/MariaDbBatchSql.java", List.of(Effect.COUNTS_UP)),
            Map.entry("store/jdbc/mariadb/MariaDbLastValues.java", List.of(Effect.REMOVES_AS_LOCKED)),
            // A row of this table is acquired once, so id and owner are its whole fence; what changes it moves it
            // first.
            Map.entry(
                    "store/jdbc/hsqldb/HsqldbBatchSql.java",
                    List.of(Effect.REMOVES_FENCED, Effect.REMOVES_FENCED, Effect.COUNTS_UP)),
            Map.entry("store/jdbc/hsqldb/HsqldbLastValues.java", List.of(Effect.REMOVES_AS_LOCKED)),
            // Of dead nodes: it names the former owner.
            Map.entry("store/jdbc/table/JdbcMembership.java", List.of(Effect.KEEPS)),
            // In the transaction that has released the rows.
            Map.entry("store/jdbc/table/ReplacedRows.java", List.of(Effect.REMOVES_AS_LOCKED)),
            // Names the entity that goes, so what has moved away stays.
            Map.entry("store/jdbc/table/EntityRemoval.java", List.of(Effect.REMOVES_AS_LOCKED)));

    @Test
    @DisplayName(
            "each statement that changes or deletes a delivery is decided: it counts the acquisition up, or why not")
    void shouldDecideEachStatement() throws IOException {
        SortedMap<String, List<String>> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                List<String> statements = ALTERING.matcher(text)
                        .results()
                        .map(MatchResult::start)
                        .map(start -> text.substring(start, Math.min(text.length(), start + MOST_CHARACTERS)))
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
