package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Command-line arguments")
class ArgumentsTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("an argument that begins with @ is ordinary text, not the name of a file with arguments")
    void shouldKeepAtSigns() throws Exception {
        Path file = Files.writeString(directory.resolve("arguments"), "text --priority 9");
        Run.CommandLineRunner prompt = new Run.CommandLineRunner();
        try (SharedTestStore store = SharedTestStore.inMemory()) {
            prompt.with("RESTANTE_URL", store.url());
            prompt.ok("queue", "create", "orders");
            for (String text : List.of("@alice", "@@alice", "@" + file)) {
                prompt.ok("send", "orders", text);
                assertThat(prompt.ok("receive", "orders").out().strip()).isEqualTo(text);
            }
            prompt.ok("queue", "create", "@parcels");
            assertThat(prompt.ok("queue", "show", "@parcels", "--json").out()).contains("\"@parcels\"");
            prompt.ok("send", "orders", "text", "--property", "from=@alice", "--jms-type", "@" + file);
            assertThat(Run.at(prompt.json("peek", "orders"), "messages", 0, "jmsType"))
                    .isEqualTo("@" + file);
        }
    }
}
