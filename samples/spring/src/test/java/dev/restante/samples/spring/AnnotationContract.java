package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.concurrent.BlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.EnableJms;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.config.JmsListenerContainerFactory;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.SendTo;

/** Contract test of {@code @JmsListener} with the container factories of docs/how-to/spring-listeners.md. */
abstract class AnnotationContract extends SpringContract {

    /**
     * Opens a context with the store and the given configurations. It closes the connection factory, like an
     * application's context.
     */
    private AnnotationConfigApplicationContext context(Class<?>... configurations) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(String.class, this::storeUrl);
        context.register(Connections.class);
        context.register(configurations);
        context.refresh();
        return context;
    }

    @Configuration
    @EnableJms
    static class Connections {

        @Bean
        RestanteConnectionFactory connectionFactory(String storeUrl) {
            return new RestanteConnectionFactory(storeUrl);
        }
    }

    @Configuration
    static class Transacted {

        @Bean
        JmsListenerContainerFactory<?> jmsListenerContainerFactory(RestanteConnectionFactory connections) {
            return quick(ListenerContainers.transacted(connections));
        }
    }

    @Configuration
    static class Managed {

        @Bean
        CachingConnectionFactory cachingConnectionFactory(RestanteConnectionFactory connections) {
            return new CachingConnectionFactory(connections);
        }

        @Bean
        JmsListenerContainerFactory<?> jmsListenerContainerFactory(CachingConnectionFactory connections) {
            return quick(ListenerContainers.withTransactionManager(connections));
        }
    }

    @Configuration
    static class PeekLocked {

        @Bean
        JmsListenerContainerFactory<?> peekLock(RestanteConnectionFactory connections) {
            return quick(ListenerContainers.peekLock(connections));
        }
    }

    /** Shortens the receive timeout, so that closing a context does not take a second. */
    private static DefaultJmsListenerContainerFactory quick(DefaultJmsListenerContainerFactory containers) {
        containers.setReceiveTimeout(100L);
        return containers;
    }

    static class Clerk {

        private final BlockingQueue<Seen> seen = sightings();

        @JmsListener(destination = "letters")
        @SendTo("answers")
        String read(Message letter, @Header("JMSXDeliveryCount") int deliveryCount) {
            Seen one = Seen.of(letter);
            seen.add(one);
            if (one.text().equals("bill") || (one.text().equals("card") && deliveryCount == 1)) {
                throw new IllegalArgumentException("not for me: " + one);
            }
            return "thanks for the " + one.text();
        }
    }

    static class Resizer extends PeekLockListener {

        private final BlockingQueue<String> done = sightings();

        @Override
        protected void resized(String picture, int deliveryCount) {
            done.add(picture + " at delivery " + deliveryCount);
        }
    }

    private void readLetters(Class<?> containers) throws Exception {
        queue("letters", QueueOptions.defaults().withMaxDeliveryCount(2));
        queue("answers");
        Footprint before = Footprint.now();
        try (AnnotationConfigApplicationContext context = context(containers, Clerk.class)) {
            Clerk clerk = context.getBean(Clerk.class);
            template.convertAndSend("letters", "card");
            assertThat(next(clerk.seen)).isEqualTo(new Seen("card", 1, false));
            assertThat(next(clerk.seen)).isEqualTo(new Seen("card", 2, true));
            assertThat(receiveText("answers")).isEqualTo("thanks for the card");
            template.convertAndSend("letters", "bill");
            assertThat(next(clerk.seen)).isEqualTo(new Seen("bill", 1, false));
            assertThat(next(clerk.seen)).isEqualTo(new Seen("bill", 2, true));
            assertThat(receiveText("letters" + DEAD_LETTERS)).isEqualTo("bill");
            eventually("no message is stored", () -> stored("letters") == 0);
            assertEmpty("answers");
        }
        before.awaitNoMoreOfConnections();
    }

    @Test
    @DisplayName("a transacted listener gets a failed message again until it is dead-lettered, and commits its answer")
    void shouldReadLetters() throws Exception {
        readLetters(Transacted.class);
    }

    @Test
    @DisplayName("a listener in a JmsTransactionManager gets a failed message again until it is dead-lettered")
    void shouldReadLettersInManagedTransactions() throws Exception {
        readLetters(Managed.class);
    }

    @ParameterizedTest
    @ValueSource(classes = {Transacted.class, Managed.class})
    @DisplayName("listeners process each message of a backlog exactly once")
    void shouldWorkOffABacklog(Class<?> containers) throws Exception {
        queue("letters");
        queue("answers");
        int letters = 300;
        IntStream.range(0, letters).forEach(i -> template.convertAndSend("letters", "letter " + i));
        try (AnnotationConfigApplicationContext context = context(containers, Clerk.class)) {
            BlockingQueue<Seen> seen = context.getBean(Clerk.class).seen;
            for (int i = 0; i < letters; i++) {
                assertThat(next(seen).deliveryCount()).isOne();
            }
            eventually("all requests are answered", () -> stored("answers") == letters);
            // An answer is stored before the commit returns, and the letter is in flight until the commit returns.
            eventually("all letters are settled", () -> stored("letters") == 0);
            assertThat(seen).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "RCV-09 RCV-10 a peek-lock listener dead-letters, abandons with a delay, or lets the container acknowledge")
    void shouldSettleByPeekLock() throws Exception {
        queue("pictures");
        try (AnnotationConfigApplicationContext context = context(PeekLocked.class, Resizer.class)) {
            Resizer resizer = context.getBean(Resizer.class);
            template.convertAndSend("pictures", "cat.png");
            template.convertAndSend("pictures", "virus.exe");
            assertThat(next(resizer.done)).isEqualTo("cat.png at delivery 2");
            Message dead = template.receive("pictures" + DEAD_LETTERS);
            assertThat(reason(dead)).isEqualTo("NotAPicture");
            eventually("no message is stored", () -> stored("pictures") == 0);
        }
    }

    private static String reason(Message dead) throws JMSException {
        return dead.getStringProperty("DeadLetterReason");
    }
}
