package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Passwords on the standard input")
class SecretInputTest {

    @Test
    @DisplayName("hash-password rejects a password with a byte order mark or in another encoding, without printing it")
    void shouldRefuseMarks() {
        Run.CommandLineRunner prompt = new Run.CommandLineRunner();
        assertThat(prompt.withInput("\uFEFFs3cret\n").fails(2, "hash-password").err())
                .contains("line 1 of the standard input", "byte order mark")
                .doesNotContain("s3cret");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        InputStream latin = new ByteArrayInputStream("m\u00fcller\n".getBytes(StandardCharsets.ISO_8859_1));
        CommandContext context =
                new CommandContext(latin, new ByteArrayOutputStream(), err, name -> null, Terminal.NONE);
        assertThat(Main.run(context, "hash-password")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("line 1 of the standard input", "not UTF-8")
                .doesNotContain("ller");
    }
}
