package dev.restante.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Warm-up of the console")
@Timeout(60)
class WarmUpTest {

    private final Deque<String> log = new ConcurrentLinkedDeque<>();
    private final Deque<Thread> threads = new ConcurrentLinkedDeque<>();

    private Thread thread(Runnable task) {
        Thread thread = new Thread(task, "works for the console");
        threads.add(thread);
        return thread;
    }

    private void warmUp(RestanteAdmin admin) throws InterruptedException {
        try (Console console = new Console(admin, new ConsoleSettings(List.of(), false), log::add, this::thread)) {
            console.warmUp();
            // The thread before it counts messages until the console is closed.
            threads.getLast().join();
        }
    }

    @Test
    @DisplayName("the console queries the queues of the store before the first request")
    void shouldAskForQueues() throws JMSException, InterruptedException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:warm-up")) {
            RestanteAdmin admin = factory.admin();
            warmUp(admin);
            assertThat(log).isEmpty();

            admin.close();
            warmUp(admin);
            assertThat(log).anySatisfy(line -> assertThat(line).startsWith("failed to query the queues: "));
        }
    }
}
