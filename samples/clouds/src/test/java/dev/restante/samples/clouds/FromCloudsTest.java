package dev.restante.samples.clouds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Code that was migrated from cloud queues")
class FromCloudsTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/restante/samples/clouds");

    @TempDir
    Path directory;

    private interface Main {
        void run(String[] arguments) throws Exception;
    }

    private String output(Main program) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.run(new String[] {"jdbc:hsqldb:file:" + directory.resolve("store")});
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName(
            "code for Azure Service Bus runs after its migration, from settlement and deferral to rules and status")
    void shouldComeFromServiceBus() throws Exception {
        assertThat(output(ServiceBusClientMigration::main))
                .containsSubsequence(
                        "last stop: 1 Main Street", "{NoAddress=1}", "went back: 1", "copies: 2", "parcels: 3");
    }

    @Test
    @DisplayName("code for Amazon SQS runs after its migration, from visibility and groups to redrive and purge")
    void shouldComeFromSqs() throws Exception {
        assertThat(output(SqsClientMigration::main))
                .containsSubsequence(
                        "done: resize picture 17",
                        "orders: 1",
                        "received again: 1",
                        "received: resize picture 18",
                        "1, 0, 0",
                        "removed: 1");
    }

    @ParameterizedTest
    @CsvSource({"ServiceBusClientOriginal, ServiceBusClientMigration", "SqsClientOriginal, SqsClientMigration"})
    @DisplayName("each region of the original code has a migrated region")
    void shouldHavePairs(String before, String after) throws Exception {
        assertThat(regions(after)).isNotEmpty().containsExactlyElementsOf(regions(before));
    }

    private static List<String> regions(String type) throws Exception {
        return Files.readAllLines(SOURCES.resolve(type + ".java")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("// region "))
                .toList();
    }
}
