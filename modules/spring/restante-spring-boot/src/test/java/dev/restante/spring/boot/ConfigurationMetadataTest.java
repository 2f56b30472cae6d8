package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.option.DurationText;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

@DisplayName("Metadata of the configuration properties")
class ConfigurationMetadataTest {

    private static final String PREFIX = "restante.";

    /** Options that {@code restante.schema-management} replaces. */
    private static final Set<String> ELSEWHERE = Set.of("create-store");

    private static Map<String, Map<String, Object>> properties() throws IOException {
        String json;
        try (InputStream stream =
                new ClassPathResource("META-INF/spring-configuration-metadata.json").getInputStream()) {
            json = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        Map<String, Map<String, Object>> byName = new LinkedHashMap<>();
        for (Object each :
                (List<?>) JsonParserFactory.getJsonParser().parseMap(json).get("properties")) {
            @SuppressWarnings("unchecked")
            Map<String, Object> property = (Map<String, Object>) each;
            String name = (String) property.get("name");
            if (name.startsWith(PREFIX)) {
                byName.put(name.substring(PREFIX.length()), property);
            }
        }
        return byName;
    }

    private static String hyphenated(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static List<PropertyDescriptor> options() throws Exception {
        return Stream.of(Introspector.getBeanInfo(RestanteConnectionFactory.class)
                        .getPropertyDescriptors())
                .filter(property -> property.getWriteMethod() != null)
                .filter(property -> !ELSEWHERE.contains(hyphenated(property.getName())))
                .toList();
    }

    @Test
    @DisplayName("the metadata has exactly the options of the factory and the properties of the starter")
    void shouldBeComplete() throws Exception {
        Set<String> expected = options().stream()
                .map(option -> hyphenated(option.getName()))
                .collect(Collectors.toCollection(TreeSet::new));
        addNames(RestanteProperties.class, "", expected);
        addNames(RestanteHealthProperties.class, "health.", expected);
        addNames(RestanteConsoleProperties.class, "console.", expected);
        assertThat(new TreeSet<>(properties().keySet())).isEqualTo(expected);
    }

    private static void addNames(Class<?> record, String prefix, Set<String> names) {
        for (RecordComponent each : record.getRecordComponents()) {
            String name = prefix + hyphenated(each.getName());
            if (each.getType().isRecord()) {
                addNames(each.getType(), name + ".", names);
            } else {
                names.add(name);
            }
        }
    }

    @Test
    @DisplayName("the metadata has the default of each pool property")
    void shouldTellDefaultsOfThePool() {
        Contexts.inMemory("pool").run(context -> {
            RestanteProperties.Pool pool =
                    context.getBean(RestanteProperties.class).pool();
            for (RecordComponent each : RestanteProperties.Pool.class.getRecordComponents()) {
                Object value = each.getAccessor().invoke(pool);
                Object described =
                        properties().get("pool." + hyphenated(each.getName())).get("defaultValue");
                assertThat(value instanceof Duration ? DurationStyle.detectAndParse((String) described) : described)
                        .as(each.getName())
                        .isEqualTo(value);
            }
        });
    }

    @Test
    @DisplayName("the metadata has the default of each console property")
    void shouldTellDefaultsOfTheConsole() {
        Contexts.inMemory("console-metadata")
                .withConfiguration(AutoConfigurations.of(RestanteConsoleAutoConfiguration.class))
                .withPropertyValues(
                        "restante.console.enabled=true",
                        "restante.console.port=0",
                        "restante.console.user=ada",
                        "restante.console.password=s3cret")
                .run(context -> {
                    RestanteConsoleProperties console = context.getBean(RestanteConsoleProperties.class);
                    for (RecordComponent each : RestanteConsoleProperties.class.getRecordComponents()) {
                        Map<String, Object> described = properties().get("console." + hyphenated(each.getName()));
                        Object given = described.get("defaultValue");
                        if (given != null && !each.getName().equals("enabled")) {
                            assertThat(given)
                                    .as(each.getName())
                                    .isEqualTo(each.getAccessor().invoke(console));
                        }
                    }
                });
    }

    @Test
    @DisplayName("the metadata has the type and the default of each factory option in an application")
    void shouldTellDefaults() throws Exception {
        Contexts.inMemory("metadata").run(context -> {
            RestanteConnectionFactory factory =
                    context.getBean(dev.restante.spring.RestanteStore.class).restanteConnectionFactory();
            Map<String, Map<String, Object>> described = properties();
            for (PropertyDescriptor option : options()) {
                Map<String, Object> property = described.get(hyphenated(option.getName()));
                Method getter = option.getReadMethod();
                if (getter == null || option.getName().equals("url")) {
                    continue;
                }
                assertThat(text(property.get("defaultValue")))
                        .as(option.getName())
                        .isEqualTo(text(getter.invoke(factory)));
                String type = option.getPropertyType().isPrimitive()
                        ? "java.lang."
                                + getter.getReturnType()
                                        .getSimpleName()
                                        .substring(0, 1)
                                        .toUpperCase(Locale.ROOT)
                        : getter.getGenericReturnType().getTypeName();
                assertThat((String) property.get("type")).startsWith(type);
            }
        });
    }

    private static String text(Object value) {
        if (value == null || value.equals(List.of())) {
            return "";
        }
        return value instanceof Duration duration ? DurationText.format(duration) : Objects.toString(value);
    }

    @Test
    @DisplayName("the metadata describes each property, with the range in docs/reference/factory.md")
    void shouldTellRanges() throws Exception {
        Map<String, Map<String, Object>> described = properties();
        described.forEach((name, property) ->
                assertThat((String) property.get("description")).as(name).endsWith("."));
        List<String> lines = Files.readAllLines(Path.of("../../../docs/reference/factory.md"));
        int mark = lines.indexOf("<!-- options: RestanteConnectionFactory -->");
        assertThat(mark).isNotNegative();
        List<String> table = lines.subList(mark + 1, lines.size()).stream()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        int compared = 0;
        for (String line : table) {
            String[] cells = line.split("\\|", -1);
            if (!line.startsWith("| `") || cells[3].isBlank() || cells[3].contains("](")) {
                continue;
            }
            String name = hyphenated(cells[1].replace("`", "").strip());
            assertThat((String) described.get(name).get("description"))
                    .as(name)
                    .contains("Range: " + cells[3].replace("`", "").strip() + ".");
            compared++;
        }
        assertThat(compared).isGreaterThan(5);
    }
}
