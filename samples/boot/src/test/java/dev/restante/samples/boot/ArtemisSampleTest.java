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
 * Test that the sample of Spring Boot's starter for Artemis works, with its properties. As with Artemis, only the class
 * that names the queue belongs to the provider.
 */
@Timeout(120)
@DisplayName("Application that was written for Spring Boot's starter for Artemis")
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

    /** Test of the original sample. Spring 7 runs it only with JUnit 6, but provides its context to any caller. */
    @SpringBootTest(
            classes = Application.class,
            properties = {"spring.artemis.pool.enabled=false", "spring.jms.cache.enabled=false"})
    static class Sample {}

    @Test
    @DisplayName("the application sends to a queue bean, and its listener receives from the queue by name")
    void shouldListen() throws InterruptedException {
        ApplicationContext context =
                new TestContextManager(Sample.class).getTestContext().getApplicationContext();
        context.getBean(Producer.class).send("by the test");
        BlockingQueue<String> received = context.getBean(Consumer.class).received;
        assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo("at the start");
        assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo("by the test");
    }
}
