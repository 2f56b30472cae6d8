package dev.restante.samples.jta;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrdersToArtemisTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("the sample moves an order to Artemis and back")
    void shouldRun() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            OrdersToArtemis.main(new String[] {directory.toString()});
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "rolled back, so it is still an order",
                        "passed on to Artemis: 7 pots of jam",
                        "and back: 7 pots of jam",
                        "received: 7 pots of jam");
    }
}
