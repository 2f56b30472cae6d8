package dev.restante.samples.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteDestinations;
import jakarta.jms.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.EnableJms;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsMessagingTemplate;
import org.springframework.test.context.TestContextManager;

/**
 * The behaviour of the sample of Spring Boot's starter for Artemis, with its properties. Only the class that names the
 * queue is the provider's there, too.
 */
@Timeout(120)
@DisplayName("An application that was written for Spring Boot's starter for Artemis")
class ArtemisSampleTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableJms
    static class Application {

        @Bean
        Queue queue() {
            return RestanteDestinations.queue("sample.queue");
        }

        @Bean
        Producer producer(JmsMessagingTemplate jms, Queue queue) {
            return new Producer(jms, queue);
        }

        @Bean
        Consumer consumer() {
            return new Consumer();
        }
    }

    static class Producer implements CommandLineRunner {

        private final JmsMessagingTemplate jms;
        private final Queue queue;

        Producer(JmsMessagingTemplate jms, Queue queue) {
            this.jms = jms;
            this.queue = queue;
        }

        @Override
        public void run(String... arguments) {
            send("at the start");
        }

        void send(String text) {
            jms.convertAndSend(queue, text);
        }
    }

    static class Consumer {

        final BlockingQueue<String> received = new LinkedBlockingQueue<>();

        @JmsListener(destination = "sample.queue")
        public void receive(String text) {
            received.add(text);
        }
    }

    /** Its test. Spring 7 runs it with JUnit 6 only, but gives its context to whoever asks. */
    @SpringBootTest(
            classes = Application.class,
            properties = {"spring.artemis.pool.enabled=false", "spring.jms.cache.enabled=false"})
    static class Sample {}

    @Test
    @DisplayName("sends to a queue that is a bean, and listens to it by its name")
    void shouldListen() throws InterruptedException {
        ApplicationContext context =
                new TestContextManager(Sample.class).getTestContext().getApplicationContext();
        context.getBean(Producer.class).send("by the test");
        BlockingQueue<String> received = context.getBean(Consumer.class).received;
        assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo("at the start");
        assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo("by the test");
    }
}
