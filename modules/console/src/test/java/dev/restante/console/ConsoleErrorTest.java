package dev.restante.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleUser;
import jakarta.jms.JMSException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Console with a Java error")
class ConsoleErrorTest {

    private static final InputStream BROKEN = new InputStream() {
        @Override
        public int read() {
            throw new StackOverflowError();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            return read();
        }
    };

    @Test
    @DisplayName("the console answers with a failure and logs it")
    void shouldAnswer() throws JMSException {
        Deque<String> log = new ConcurrentLinkedDeque<>();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:console-errors");
                RestanteAdmin admin = factory.admin();
                Console console = new Console(admin, new ConsoleSettings(List.of(), false), log::add)) {
            ConsoleResponse response = console.handle(new ConsoleRequest(
                    "POST",
                    "",
                    "/actions/purge",
                    "",
                    Map.of("Content-Type", List.of("application/x-www-form-urlencoded")),
                    BROKEN,
                    new ConsoleRequest.Client("127.0.0.1", true, ConsoleUser.withAllRights("me"))));
            assertThat(response.status()).isEqualTo(500);
            assertThat(new String(response.body(), StandardCharsets.UTF_8)).contains("RESTANTE-INTERNAL");
            assertThat(log).anySatisfy(line -> assertThat(line).contains("failed POST", "StackOverflowError"));
        }
    }
}
