package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Change;
import jakarta.jms.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Test of the architecture page. Each class, package and table on the page must exist, and no package or table may be
 * missing.
 */
class ArchitecturePageTest {

    private static final Path PAGE = Path.of("..", "docs", "explanation", "architecture.md");
    private static final Path MAIN = Path.of("src", "main", "java", "dev", "restante");
    private static final Path TESTS = Path.of("src", "test", "java", "dev", "restante");

    /** Classes of other modules. */
    private static final Set<String> ELSEWHERE = Set.of("PackagedScriptIT");

    /** Names that are not classes of Restante. */
    private static final Set<String> NO_CLASSES = Set.of("Connection", "DataSource", "MessageUnreadable");

    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern QUALIFIED = Pattern.compile("([a-z]+(?:\\.[a-z]+)*)\\.([A-Z]\\w+)(?:\\.([A-Z]\\w+))?");
    private static final Pattern SIMPLE = Pattern.compile("([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+)?");
    private static final Pattern FIRST_COLUMN = Pattern.compile("\\| `([^|]*)` \\|.*");

    @Test
    @DisplayName("each class that the page names with its package exists")
    void shouldNameClassesThatExist() throws IOException {
        List<MatchResult> named = quoted(Files.readString(PAGE)).stream()
                .flatMap(text -> QUALIFIED.matcher(text).results().filter(match -> match.group()
                        .equals(text)))
                .toList();
        assertThat(named).hasSizeGreaterThan(80).allSatisfy(match -> {
            String nested = match.group(3) == null ? "" : "$" + match.group(3);
            assertThat(Class.forName("dev.restante." + match.group(1) + "." + match.group(2) + nested))
                    .isNotNull();
        });
    }

    @Test
    @DisplayName("each class that the page names without its package exists")
    void shouldNameSimpleClassesThatExist() throws IOException {
        Set<String> known = new TreeSet<>(ELSEWHERE);
        known.addAll(NO_CLASSES);
        for (Path sources : List.of(MAIN, TESTS)) {
            try (Stream<Path> files = Files.walk(sources)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .map(name -> name.substring(0, name.length() - ".java".length()))
                        .forEach(known::add);
            }
        }
        kinds(Change.class).stream().map(Class::getSimpleName).forEach(known::add);
        assertThat(quoted(Files.readString(PAGE)))
                .filteredOn(text -> SIMPLE.matcher(text).matches())
                .hasSizeGreaterThan(40)
                .allSatisfy(text -> assertThat(known).contains(text.replaceFirst("\\..*", "")));
    }

    @Test
    @DisplayName("each test in the table 'Where is' exists, and each row names tests")
    void shouldNameTestsThatExist() throws IOException {
        List<String> rows = table("### Where is");
        assertThat(rows).hasSizeGreaterThan(20).allSatisfy(row -> {
            String[] cells = row.split("\\|", -1);
            Set<String> tests = quoted(cells[5]);
            assertThat(tests).isNotEmpty().allSatisfy(test -> {
                Path path = TESTS.resolve(test.replace('.', '/'));
                assertThat(Files.isDirectory(path) || Files.exists(path.resolveSibling(path.getFileName() + ".java")))
                        .as(test)
                        .isTrue();
            });
        });
    }

    @Test
    @DisplayName("the page states the correct number of kinds of changes")
    void shouldCountChanges() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains("one of " + kinds(Change.class).size() + " kinds of `Change`");
    }

    @Test
    @DisplayName("the page names each package")
    void shouldNameEachPackage() throws IOException {
        Set<String> packages = firstColumn("## Layers").stream()
                .map(name -> name.replaceFirst("dev\\.restante\\.?", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> named = new TreeSet<>(packages);
        for (String parent : List.of("jms", "node", "node.feature", "store.jdbc")) {
            for (String child : firstColumn("The packages of `" + parent + "`")) {
                named.add(child.startsWith(parent) ? parent : parent + "." + child);
            }
        }
        Set<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.walk(MAIN)) {
            files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> MAIN.relativize(file.getParent()).toString().replace('/', '.'))
                    .forEach(there::add);
        }
        // This package belongs to the administration, and no other package uses it.
        there.remove("admin.jmx");
        assertThat(named).isEqualTo(there);
    }

    @Test
    @DisplayName("the page names each table of the schema")
    void shouldNameEachTable() throws Exception {
        Set<String> named = firstColumn("## Data model").stream()
                .flatMap(cell -> Stream.of(cell.split("`, `")))
                .map(name -> "restante_" + name)
                .collect(Collectors.toCollection(TreeSet::new));
        String url = "jdbc:hsqldb:mem:architecture-page";
        Set<String> there = new TreeSet<>();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                Connection open = factory.createConnection();
                java.sql.Connection jdbc = DriverManager.getConnection(url, "SA", "");
                ResultSet tables = jdbc.getMetaData().getTables(null, null, "RESTANTE\\_%", new String[] {"TABLE"})) {
            assertThat(open).isNotNull();
            while (tables.next()) {
                there.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        assertThat(named).isEqualTo(there);
    }

    private static List<Class<?>> kinds(Class<?> family) {
        List<Class<?>> kinds = new ArrayList<>();
        for (Class<?> kind : family.getPermittedSubclasses()) {
            if (kind.isRecord()) {
                kinds.add(kind);
            } else {
                kinds.addAll(kinds(kind));
            }
        }
        return kinds.stream().distinct().toList();
    }

    private static Set<String> quoted(String text) {
        return QUOTED.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the rows of the first table after a line with the given beginning, without the header. */
    private static List<String> table(String mark) throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.startsWith(mark))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .toList();
    }

    private static List<String> firstColumn(String mark) throws IOException {
        return table(mark).stream()
                .map(row -> FIRST_COLUMN.matcher(row.replaceFirst("` itself \\|", "` |")))
                .peek(matcher -> assertThat(matcher.matches()).isTrue())
                .map(matcher -> matcher.group(1))
                .toList();
    }
}
