package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.broker.BrokerException;
import dev.restante.jms.error.ErrorCodes;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The tables of docs/configuration.md name every option and error code that the code has, and no other. */
final class ConfigurationPageTest {

    private static final Path PAGE = Path.of(System.getProperty("basedir", ".")).resolve("../docs/configuration.md");
    private static final Pattern FIRST_COLUMN = Pattern.compile("\\| `([^`]+)` \\|.*");
    private static final Pattern URL_PARAMETER = Pattern.compile("restante\\.\\w+=[^`;&\\s]*");
    private static final Pattern ERROR_CODE = Pattern.compile("RESTANTE-[A-Z]+(-[A-Z]+)*");

    @Test
    @DisplayName("each option of the connection factory is documented")
    void shouldDocumentTheFactory() throws IOException {
        assertThat(documented("RestanteConnectionFactory"))
                .isEqualTo(Stream.of(FactoryOption.values())
                        .map(FactoryOption::optionName)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    @DisplayName("each URL parameter that is shown can be set")
    void shouldShowParametersThatWork() throws IOException {
        List<String> shown = URL_PARAMETER
                .matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(shown).hasSizeGreaterThan(5);
        for (String parameter : shown) {
            RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:page;" + parameter);
            assertThat(FactoryOption.changed(factory)).as(parameter).hasSize(2);
        }
    }

    @Test
    @DisplayName("each option of a queue is documented")
    void shouldDocumentQueues() throws IOException {
        assertThat(documented("QueueOptions")).isEqualTo(namedBy(QueueOptions.class.getMethods(), "with"));
    }

    @Test
    @DisplayName("SND-02 each error code is documented")
    void shouldDocumentErrorCodes() throws Exception {
        Set<String> codes = new TreeSet<>(constants(ErrorCodes.class));
        codes.addAll(constants(Class.forName("dev.restante.jms.message.Refusals")));
        Arrays.stream(BrokerException.Reason.values()).map(ErrorCodes::of).forEach(codes::add);
        assertThat(new TreeSet<>(ERROR_CODE
                        .matcher(Files.readString(PAGE))
                        .results()
                        .map(MatchResult::group)
                        .toList()))
                .isEqualTo(codes);
    }

    /** The first column of the table after a mark. */
    private static Set<String> documented(String owner) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int mark = lines.indexOf("<!-- options: " + owner + " -->");
        assertThat(mark).as("the mark of %s in %s", owner, PAGE).isNotNegative();
        return lines.subList(mark + 1, lines.size()).stream()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .map(FIRST_COLUMN::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What the methods that begin with a word name. */
    private static Set<String> namedBy(Method[] methods, String word) {
        return Arrays.stream(methods)
                .map(Method::getName)
                .filter(name -> name.startsWith(word))
                .map(name -> Character.toLowerCase(name.charAt(word.length())) + name.substring(word.length() + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> constants(Class<?> owner) throws IllegalAccessException {
        Set<String> values = new TreeSet<>();
        for (Field field : owner.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                field.setAccessible(true);
                values.add((String) field.get(null));
            }
        }
        return values;
    }
}
