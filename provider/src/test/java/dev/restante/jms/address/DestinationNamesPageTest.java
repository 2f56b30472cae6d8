package dev.restante.jms.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.jms.address.AddressParameter.AddressProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Test of the page about destination names, whose tables list the parameters of the code. The system property
 * {@code destination.names.write} writes the tables.
 */
class DestinationNamesPageTest {

    private static final Path PAGE =
            Path.of(System.getProperty("basedir", ".")).resolve("../docs/reference/destination-names.md");

    @Test
    @DisplayName("DEST-02 the page lists each known parameter with its accepted values and the remedy")
    void shouldListParameters() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        List<String> expected = new ArrayList<>();
        boolean table = false;
        for (String line : lines) {
            table = table && line.startsWith("|");
            if (!table) {
                expected.add(line);
            }
            for (AddressProvider provider : AddressProvider.values()) {
                if (line.equals("<!-- parameters: " + provider + " -->")) {
                    expected.addAll(rows(provider));
                    table = true;
                }
            }
        }
        if (Boolean.getBoolean("destination.names.write")) {
            Files.write(PAGE, expected);
        }
        assertThat(lines).containsAll(rows(AddressProvider.IBM_MQ)).isEqualTo(expected);
    }

    private static List<String> rows(AddressProvider provider) {
        List<String> rows =
                new ArrayList<>(List.of("| parameter | accepted values | instead |", "| --- | --- | --- |"));
        AddressParameter.all().stream()
                .filter(parameter -> parameter.provider() == provider)
                .map(parameter -> "| `" + parameter.name() + "` | " + accepted(parameter) + " | "
                        + parameter.explanation() + " |")
                .forEach(rows::add);
        return rows;
    }

    private static String accepted(AddressParameter parameter) {
        if (parameter.ignored()) {
            return "all, ignored";
        }
        return parameter.acceptedValues().isEmpty()
                ? "none"
                : new TreeSet<>(parameter.acceptedValues())
                        .stream().map(value -> "`" + value + "`").collect(Collectors.joining(", "));
    }
}
