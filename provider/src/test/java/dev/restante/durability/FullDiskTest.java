package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test with a limit on the length of files in place of a full disk. The file system rejects a write in the same way.
 */
@DisplayName("embedded store on a full disk")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no limit on the length of a process's files")
final class FullDiskTest {

    /** Shell command with the limit in blocks of 512 or 1,024 bytes, depending on the shell. */
    private static final String LIMITED = "ulimit -f 8192 && exec \"$@\"";

    @TempDir
    Path directory;

    private String url() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    private ChildJvm start(int messages, boolean receives) throws IOException {
        return ChildJvm.start(
                List.of("sh", "-c", LIMITED, "sh"),
                FullDiskChild.class,
                url(),
                Integer.toString(messages),
                Boolean.toString(receives));
    }

    @Test
    @DisplayName("SND-01 no send returns before its message is safe, and a message that does not fit is rejected")
    void shouldNotConfirmWhatIsNotOnDisk() throws Exception {
        int confirmed = 0;
        try (ChildJvm child = start(100_000, false)) {
            String line = child.readLine();
            while (line != null && line.startsWith("sent ")) {
                confirmed = Integer.parseInt(line.substring("sent ".length()));
                line = child.readLine();
            }
            assertThat(line)
                    .as("line of the child after %d sends", confirmed)
                    .startsWith("refused ")
                    .contains(url());
            child.kill();
        }

        assertThat(confirmed).isPositive();
        assertThat(received())
                .startsWith(IntStream.rangeClosed(1, confirmed).boxed().toArray(Integer[]::new));
    }

    @Test
    @DisplayName("SND-01 a checkpoint replaces a full log where possible, and no call fails")
    void shouldGoOnAfterACheckpoint() throws Exception {
        int messages = 1_500;
        List<String> told = new ArrayList<>();
        try (ChildJvm child = start(messages, true)) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                told.add(line);
            }
        }

        assertThat(told).hasSize(2 * messages + 1).endsWith("received " + messages, "end");
    }

    private List<Integer> received() throws Exception {
        List<Integer> numbers = new ArrayList<>();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
                JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(FullDiskChild.QUEUE))) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                numbers.add(next.getIntProperty("Number"));
            }
        }
        return numbers;
    }
}
