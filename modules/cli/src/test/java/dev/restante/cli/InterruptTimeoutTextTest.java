package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.CommandContext;
import dev.restante.testserver.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Command that does not end after Ctrl-C")
class InterruptTimeoutTextTest {

    @TempDir
    Path directory;

    private static String overdue(String url) {
        CommandContext context = new Run.CommandLineRunner()
                .with("RESTANTE_URL", url)
                .newContext(new ByteArrayOutputStream(), new ByteArrayOutputStream());
        assertThat(Main.run(context, "list", "--create-store")).isZero();
        return context.interruptTimeoutText(15);
    }

    @Test
    @DisplayName("the message about a command that does not end mentions a lease only for a shared store")
    void shouldTellOfLease() {
        assertThat(overdue("jdbc:hsqldb:file:" + directory.resolve("store")))
                .isEqualTo("restante: the command did not end within 15 s");
        assertThat(overdue(TestPostgres.newDatabase()))
                .isEqualTo(
                        "restante: the command did not end within 15 s. Messages that it locked in the shared store are"
                                + " released when its lease expires.");
    }
}
