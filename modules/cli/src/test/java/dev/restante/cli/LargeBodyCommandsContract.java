package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract of commands with large bodies. */
abstract class LargeBodyCommandsContract extends CommandLineContract {

    private static final int LENGTH = 1_000_000;

    private Path file(String name) {
        return directory.resolve(name);
    }

    private byte[] sendFile() throws IOException {
        byte[] bytes = new byte[LENGTH];
        new Random(1).nextBytes(bytes);
        Files.write(file("in"), bytes);
        prompt.ok("queue", "create", "orders");
        prompt.ok("send", "orders", "--bytes", "--file", file("in").toString());
        return bytes;
    }

    @Test
    @DisplayName("LRG-01 commands send a large file and receive its bytes into another file")
    void shouldSendAndReceiveFiles() throws IOException {
        byte[] bytes = sendFile();
        assertThat(prompt.fails(2, "receive", "orders", "-o", file("out").toString(), "--all")
                        .err())
                .contains("--output");
        assertThat(prompt.fails(4, "receive", "orders", "--output", file("in").toString())
                        .err())
                .contains("exists");
        assertThat(prompt.ok("receive", "orders", "--output", file("out").toString())
                        .out()
                        .strip())
                .isEqualTo(file("out").toString());
        assertThat(Files.readAllBytes(file("out"))).isEqualTo(bytes);

        prompt.ok("send", "orders", "a text");
        assertThat(prompt.json("receive", "orders", "-o", file("text").toString())
                        .toString())
                .doesNotContain("body");
        assertThat(Files.readString(file("text"))).isEqualTo("a text");
        prompt.withInput("x".repeat(LENGTH)).ok("send", "orders", "--bytes");
        prompt.ok("receive", "orders", "-o", file("x").toString());
        assertThat(Files.size(file("x"))).isEqualTo(LENGTH);
    }

    @Test
    @DisplayName("LRG-05 peek shows the size of a large body, and export rejects the message")
    void shouldRefuseToExport() throws IOException {
        sendFile();
        prompt.ok("send", "orders", "small");
        Object first = at(prompt.json("peek", "orders", "--body"), "messages", 0);
        assertThat(at(first, "bodySizeBytes")).isEqualTo(new BigDecimal(LENGTH));
        assertThat(prompt.fails(4, "export", "orders", "-o", file("export").toString())
                        .err())
                .contains(String.valueOf(LENGTH), "--output");
        String line = "{\"kind\":\"BYTES\",\"bodySizeBytes\":1000000}";
        assertThat(prompt.withInput(line).fails(1, "import", "orders").err()).contains("is not in the line");
    }

    @Test
    @DisplayName("a page with bodies ends early if the bodies are large, and has a token for the next page")
    void shouldBoundPages() throws IOException {
        prompt.ok("queue", "create", "orders");
        Files.writeString(file("text"), "x".repeat(12 << 20));
        for (int i = 0; i < 4; i++) {
            prompt.ok("send", "orders", "--file", file("text").toString());
        }
        Object page = prompt.json("peek", "orders", "--body", "--count", "1000");
        assertThat((List<?>) at(page, "messages")).hasSize(3);
        assertThat((List<?>) at(
                        prompt.json(
                                "peek",
                                "orders",
                                "--body",
                                "--after",
                                at(page, "next").toString()),
                        "messages"))
                .hasSize(1);
    }
}
