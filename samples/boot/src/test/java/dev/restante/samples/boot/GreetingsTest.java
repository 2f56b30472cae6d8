package dev.restante.samples.boot;

// region test
import static dev.restante.test.RestanteAssertions.assertThat;

import dev.restante.spring.boot.test.RestanteTest;
import dev.restante.spring.boot.test.TestQueues;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jms.core.JmsTemplate;

@RestanteTest
class GreetingsTest {

    @Test
    void shouldListen(@Autowired JmsTemplate jms, @Autowired TestQueues queues) {
        jms.convertAndSend("greetings", "Hello Grace");
        assertThat(queues.queue("greetings")).isEmpty().hasDeadLettered(0);
    }
}
// endregion
