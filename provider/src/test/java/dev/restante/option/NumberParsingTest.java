package dev.restante.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PageCursor;
import dev.restante.model.BranchId;
import dev.restante.rule.PropertyText;
import dev.restante.store.jdbc.connect.UrlPortCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("numbers that people write")
class NumberParsingTest {

    private static final Path MODULES = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();

    private static final Pattern READING =
            Pattern.compile("\\b(Integer|Long|Short|Byte|Double|Float)(\\.|::)(parse\\w+|decode)\\b|"
                    + "\\bnew Big(Decimal|Integer)\\(|"
                    + "\\b(Integer|Long|Short|Byte|Double|Float)\\.valueOf\\((text|String|name|plain|id\\b|value\\b)");

    /** Files that parse numbers from a program or of a defined language, or that check the form of numbers. */
    private static final Set<String> DECIDED = Set.of(
            "TextFormat.java", // checks the form
            "PropertyText.java", // checks the form
            "DurationText.java", // a pattern of ASCII digits
            "UrlPortCheck.java", // a pattern of ASCII digits
            "ValueConverter.java", // Jakarta Messaging demands the conversions of Java
            "NumericLiteral.java", // the lexer of selectors
            "JsonReader.java", // the grammar of JSON
            "PasswordHash.java", // a pattern of ASCII digits
            "Terminal.java", // COLUMNS, which the terminal sets
            "TopCommand.java", // LINES, which the terminal sets
            "CronFields.java", // checks the form, and reads values that the parser of cron expressions made
            "RestanteMetaData.java", // the version of this release
            "ProcessOwner.java", // the status file of Linux
            "GaleraSession.java", // the status of the server
            "OutcomeToken.java", // a pattern of ASCII digits
            "StoreRescue.java", // a line that HSQLDB prints
            "AnnouncementCodec.java", // signals of nodes, where a foreign signal only costs a store query
            "AnnouncementTracker.java", // signals of nodes, where a foreign signal only costs a store query
            "MySqlServerKind.java", // the version of the server
            "CheckpointRecord.java", // a pattern of ASCII digits, in a file with a checksum
            "JdbcMembership.java", // a row that nodes write
            "DesignatedWriter.java"); // a row that nodes write

    @ParameterizedTest
    @ValueSource(strings = {"+5", "\uFF15", "\u0665", "5L", "0x5", " 5", "5 ", "", "1_000", "5f", "0x1p3"})
    @DisplayName("numbers in options and properties have ASCII digits and no plus sign")
    void shouldRefuseOtherForms(String text) {
        for (TextFormat<?> form : List.of(TextFormat.INTEGER, TextFormat.LONG, TextFormat.DOUBLE)) {
            assertThatIllegalArgumentException().isThrownBy(() -> form.parse().apply(text));
        }
        for (String type : List.of("byte", "short", "int", "long", "float", "double")) {
            assertThatIllegalArgumentException().isThrownBy(() -> PropertyText.parse(type, text));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"+5", "\uFF15", "\u0665"})
    @DisplayName("numbers in page tokens and xids have ASCII digits and no plus sign")
    void shouldRefuseOtherFormsInsideTexts(String number) {
        for (String place : List.of("%s.4.0.0", "1.%s.0.0", "1.4.%s.0", "1.4.0.%s")) {
            String text = place.replace("%s", number);
            assertThatExceptionOfType(BrokerException.class)
                    .isThrownBy(() -> PageCursor.parse(text))
                    .withMessageContaining("'" + text + "'");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> BranchId.parse(number + ":0a:01"));
    }

    @Test
    @DisplayName("numbers are parsed in all forms in which they are displayed")
    void shouldReadTheirOwnForms() {
        for (long number : new long[] {0, -1, 5, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(TextFormat.LONG.parse().apply(String.valueOf(number))).isEqualTo(number);
            assertThat(PropertyText.parse("long", String.valueOf(number))).isEqualTo(number);
        }
        for (double number : new double[] {0, -0.0, 1.5, 1e300, 1e-300, Double.MIN_VALUE, Double.MAX_VALUE}) {
            assertThat(TextFormat.DOUBLE.parse().apply(String.valueOf(number))).isEqualTo(number);
            assertThat(PropertyText.parse("double", String.valueOf(number))).isEqualTo(number);
        }
        assertThat(PropertyText.parse("double", "-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(PropertyText.parse("float", "NaN")).isEqualTo(Float.NaN);
        assertThat(PropertyText.parse("int", "1E+3")).isEqualTo(1_000);
    }

    @Test
    @DisplayName("numbers that are too large are rejected instead of becoming infinite")
    void shouldRefuseTooLargeNumbers() {
        assertThatIllegalArgumentException().isThrownBy(() -> PropertyText.parse("double", "1e999"));
        assertThatIllegalArgumentException().isThrownBy(() -> PropertyText.parse("float", "1e39"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TextFormat.DOUBLE.parse().apply("1e999"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TextFormat.DOUBLE.parse().apply("Infinity"));
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
    @DisplayName("port numbers in a URL are within 1 to 65535")
    void shouldRefusePorts(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UrlPortCheck.check(url))
                .withMessageContaining("not a number from 1 to 65535");
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
    @DisplayName("port numbers in a URL can be omitted, and no other text counts as a port")
    void shouldAcceptPorts(String url) {
        UrlPortCheck.check(url);
    }

    @Test
    @DisplayName("only the listed classes parse numbers")
    void shouldBeReadInDecidedPlaces() throws IOException {
        Set<String> reading = new TreeSet<>();
        for (String module : List.of("provider", "modules/cli", "modules/console", "ra")) {
            try (Stream<Path> sources = Files.walk(MODULES.resolve(module).resolve("src/main/java"))) {
                sources.filter(Files::isRegularFile)
                        .filter(source -> READING.matcher(read(source)).find())
                        .forEach(source -> reading.add(source.getFileName().toString()));
            }
        }
        assertThat(reading)
                .as("files that parse numbers; use TextFormat or PropertyText for numbers from users")
                .containsExactlyInAnyOrderElementsOf(DECIDED);
    }

    private static String read(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
