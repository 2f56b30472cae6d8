package dev.restante.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.rule.PropertyText;
import dev.restante.store.jdbc.connect.UrlPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("numbers as people write them")
class WrittenNumbersTest {

    private static final Path MODULES = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();

    private static final Pattern READING =
            Pattern.compile("\\b(Integer|Long|Short|Byte|Double|Float)\\.(parse\\w+|decode)\\(|\\bnew BigDecimal\\(|"
                    + "\\b(Integer|Long|Short|Byte|Double|Float)\\.valueOf\\((text|String|name|value\\b)");

    /** Files that read numbers which programs wrote, or which the language defines, and those that check the form. */
    private static final Set<String> DECIDED = Set.of(
            "OptionText.java", // checks the form
            "PropertyText.java", // checks the form
            "DurationText.java", // a pattern of ASCII digits
            "UrlPorts.java", // a pattern of ASCII digits
            "Conversions.java", // Jakarta Messaging demands the conversions of Java
            "NumericLiteral.java", // the lexer of selectors
            "JsonReader.java", // the grammar of JSON
            "PasswordHash.java", // a pattern of ASCII digits
            "Terminal.java", // COLUMNS, which the terminal sets
            "TopCommand.java", // LINES, which the terminal sets
            "CronFields.java", // values that the parser of cron expressions made
            "RestanteMetaData.java", // the version of this release
            "OwnUser.java", // the status file of Linux
            "GaleraSession.java",
            "OutcomeToken.java",
            "BranchId.java",
            "PagePlace.java",
            "StoreRescue.java",
            "AnnouncementText.java",
            "HeardFromOthers.java",
            "ServerKind.java",
            "CheckpointRecord.java",
            "JdbcMembership.java",
            "AgreedServer.java");

    @ParameterizedTest
    @ValueSource(strings = {"+5", "\uFF15", "\u0665", "5L", "0x5", " 5", "5 ", "", "1_000", "5f", "0x1p3"})
    @DisplayName("have ASCII digits and no plus sign, in options and properties")
    void shouldRefuseOtherForms(String text) {
        for (OptionText<?> form : List.of(OptionText.INTEGER, OptionText.LONG, OptionText.NUMBER)) {
            assertThatIllegalArgumentException().isThrownBy(() -> form.parse().apply(text));
        }
        for (String type : List.of("byte", "short", "int", "long", "float", "double")) {
            assertThatIllegalArgumentException().isThrownBy(() -> PropertyText.parse(type, text));
        }
    }

    @Test
    @DisplayName("are read in all forms in which they are shown")
    void shouldReadTheirOwnForms() {
        for (long number : new long[] {0, -1, 5, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(OptionText.LONG.parse().apply(String.valueOf(number))).isEqualTo(number);
            assertThat(PropertyText.parse("long", String.valueOf(number))).isEqualTo(number);
        }
        for (double number : new double[] {0, -0.0, 1.5, 1e300, 1e-300, Double.MIN_VALUE, Double.MAX_VALUE}) {
            assertThat(OptionText.NUMBER.parse().apply(String.valueOf(number))).isEqualTo(number);
            assertThat(PropertyText.parse("double", String.valueOf(number))).isEqualTo(number);
        }
        assertThat(PropertyText.parse("double", "-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(PropertyText.parse("float", "NaN")).isEqualTo(Float.NaN);
        assertThat(PropertyText.parse("int", "1E+3")).isEqualTo(1_000);
    }

    @Test
    @DisplayName("are not taken for infinite where they are too large")
    void shouldRefuseTooLargeNumbers() {
        assertThatIllegalArgumentException().isThrownBy(() -> PropertyText.parse("double", "1e999"));
        assertThatIllegalArgumentException().isThrownBy(() -> PropertyText.parse("float", "1e39"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OptionText.NUMBER.parse().apply("1e999"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OptionText.NUMBER.parse().apply("Infinity"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mariadb://host:-1/db",
                "jdbc:mysql://host:0/db",
                "jdbc:postgresql://host:99999/db",
                "jdbc:postgresql://a:5432,b:65536/db",
                "jdbc:postgresql://[::1]:x/db",
                "jdbc:postgresql://host:/db",
                "jdbc:mariadb:sequential://a,b:+3/db",
                "jdbc:mariadb://address=(host=h)(port=-1)/db",
                "jdbc:mariadb://host:\uFF15/db"
            })
    @DisplayName("of ports in a URL are within 1 to 65535")
    void shouldRefusePorts(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UrlPorts.check(url))
                .withMessageContaining("not a number within 1 to 65535");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql:db",
                "jdbc:postgresql://host/db",
                "jdbc:postgresql://a:1,b:65535/db?x=//y:-1/z",
                "jdbc:postgresql://[::1]/db",
                "jdbc:postgresql://[::1]:5432/db",
                "jdbc:mariadb://address=(host=h)(port=3306)/db",
                "jdbc:mariadb:sequential://a,b:3306/db",
                "jdbc:mysql://host:3306",
                "jdbc:hsqldb:file:a//b:-1/c"
            })
    @DisplayName("of ports may be left out, and nothing else is taken for one")
    void shouldAcceptPorts(String url) {
        UrlPorts.check(url);
    }

    @Test
    @DisplayName("are read in few places, each of which was decided")
    void shouldBeReadInDecidedPlaces() throws IOException {
        for (String module : List.of("provider", "cli", "console", "ra")) {
            try (Stream<Path> sources = Files.walk(MODULES.resolve(module).resolve("src/main/java"))) {
                assertThat(sources.filter(Files::isRegularFile)
                                .filter(source -> READING.matcher(read(source)).find())
                                .map(source -> source.getFileName().toString())
                                .filter(name -> !DECIDED.contains(name))
                                .collect(Collectors.toList()))
                        .as("in %s: read what people write by OptionText or PropertyText", module)
                        .isEmpty();
            }
        }
    }

    private static String read(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
