package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.option.QueueOption;
import dev.restante.runtime.FactoryOption;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test of pages in docs/reference, whose tables must list exactly the options and error codes of the code. */
final class ConfigurationPageTest {

    private static final Path REFERENCE =
            Path.of(System.getProperty("basedir", ".")).resolve("../docs/reference");
    private static final Path FACTORY = REFERENCE.resolve("factory.md");
    private static final Path QUEUES = REFERENCE.resolve("queue-options.md");
    private static final Path ERRORS = REFERENCE.resolve("errors.md");
    private static final List<Path> PAGES = List.of(
            FACTORY, QUEUES, REFERENCE.resolve("consumer-options.md"), REFERENCE.resolve("properties.md"), ERRORS);
    private static final Pattern FIRST_COLUMN = Pattern.compile("\\| `([^`]+)` \\|.*");
    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z_]+");
    private static final Pattern URL_PARAMETER = Pattern.compile("restante\\.\\w+=[^`\";&\\s]*");
    private static final Pattern ERROR_CODE = Pattern.compile("RESTANTE-[A-Z]+(-[A-Z]+)*");
    private static final Pattern ERROR_ROW =
            Pattern.compile("\\| `(RESTANTE-[A-Z-]+)` \\| `.*Exception`[^|]* \\|[^|]*\\| ([^|]*) \\|");

    @Test
    @DisplayName("each option of the connection factory is documented")
    void shouldDocumentTheFactory() throws IOException {
        assertThat(documented(FACTORY, "RestanteConnectionFactory"))
                .isEqualTo(FactoryOption.all().stream()
                        .map(FactoryOption::optionName)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    @DisplayName("each URL parameter that the pages show can be set")
    void shouldShowParametersThatWork() throws IOException {
        List<String> shown = shown(URL_PARAMETER);
        assertThat(shown).hasSizeGreaterThan(5);
        for (String parameter : shown) {
            RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:page;" + parameter);
            assertThat(factory.changedOptions()).as(parameter).hasSize(2);
        }
    }

    @Test
    @DisplayName("each option of a queue is documented with its type, range, default and effect")
    void shouldDocumentQueues() throws IOException {
        List<String> rows = rows(QUEUES, "QueueOptions").skip(2).toList();
        assertThat(rows).hasSameSizeAs(QueueOption.all());
        for (QueueOption<?> option : QueueOption.all()) {
            // The rest of the row is free text.
            assertThat(rows.get(option.index())).startsWith(row(option));
        }
    }

    private static String row(QueueOption<?> option) {
        String type = option.type().isEnum()
                ? "`" + option.type().getSimpleName() + "`"
                : MethodType.methodType(option.type()).unwrap().returnType().getSimpleName();
        String range = CONSTANT.matcher(option.rangeText()).replaceAll("`$0`") + (option.nullable() ? ", or null" : "");
        String byDefault = (option.nullable() ? "null: " : "")
                + CONSTANT.matcher(option.defaultText()).replaceAll("`$0`");
        return "| `" + option.name() + "` | " + type + " | " + range + (range.isEmpty() ? "" : " ") + "| " + byDefault
                + " | " + option.summary();
    }

    @Test
    @DisplayName("SND-02 the pages document each error code, and no other code")
    void shouldDocumentErrorCodes() throws Exception {
        Set<String> codes = new TreeSet<>(constants(ErrorCodes.class));
        assertThat(retries().keySet()).isEqualTo(codes);
        assertThat(codes).containsAll(shown(ERROR_CODE));
    }

    @Test
    @DisplayName("SND-02 the page agrees with the broker for each error on whether a retry can succeed")
    void shouldDocumentRetries() throws Exception {
        Map<String, String> retries = retries();
        // This reason is a notice and no error.
        for (BrokerException.BrokerErrorReason reason :
                EnumSet.complementOf(EnumSet.of(BrokerException.BrokerErrorReason.NODE_REJOINED))) {
            assertThat(retries.get(ExceptionTranslation.errorCode(reason)).startsWith("yes"))
                    .as("%s", reason)
                    .isEqualTo(new BrokerException(reason, "").retryable());
        }
    }

    /** Returns the texts of all pages that match a pattern. */
    private static List<String> shown(Pattern pattern) throws IOException {
        List<String> shown = new ArrayList<>();
        for (Path page : PAGES) {
            pattern.matcher(Files.readString(page))
                    .results()
                    .map(MatchResult::group)
                    .forEach(shown::add);
        }
        return shown;
    }

    /** Returns the retry column of the tables of error codes, by error code. */
    private static Map<String, String> retries() throws IOException {
        Map<String, String> retries = new TreeMap<>();
        for (String line : Files.readAllLines(ERRORS)) {
            Matcher row = ERROR_ROW.matcher(line);
            if (row.matches()) {
                assertThat(retries.put(row.group(1), row.group(2))).as(line).isNull();
            }
        }
        return retries;
    }

    /** Returns the first column of the table after a mark. */
    private static Set<String> documented(Path page, String owner) throws IOException {
        return rows(page, owner)
                .map(FIRST_COLUMN::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> rows(Path page, String owner) throws IOException {
        List<String> lines = Files.readAllLines(page);
        int mark = lines.indexOf("<!-- options: " + owner + " -->");
        assertThat(mark).as("marker of %s in %s", owner, page).isNotNegative();
        return lines.subList(mark + 1, lines.size()).stream()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"));
    }

    private static Set<String> constants(Class<?> owner) throws IllegalAccessException {
        Set<String> values = new TreeSet<>();
        for (Field field : owner.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                values.add((String) field.get(null));
            }
        }
        return values;
    }
}
