package dev.restante.feature.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.admin.LockBreakResult;
import dev.restante.admin.RestanteAdmin;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("failures of message observers")
class ObserverFailureTest extends JmsContract {

    private static final AtomicInteger STORES = new AtomicInteger();

    private Queue queue;

    @Override
    public String newStoreUrl(Path emptyDirectory) {
        return "jdbc:hsqldb:mem:observerfailure" + STORES.incrementAndGet();
    }

    @BeforeEach
    void createQueue() throws JMSException {
        queue = queue("q");
    }

    /** Observer that fails like code that was compiled for another version of a library. */
    private static final class Incompatible implements MessageObserver {

        private static ObservedOperation failing() {
            return failure -> {
                throw new NoSuchMethodError("end");
            };
        }

        @Override
        public ObservedOperation sendStarted(MessageToSend message) {
            return failing();
        }

        @Override
        public void received(List<DeliveredMessage> messages, Duration waitTime) {
            throw new NoClassDefFoundError("received");
        }

        @Override
        public ObservedOperation processStarted(DeliveredMessage message) {
            throw new NoSuchMethodError("processing");
        }

        @Override
        public ObservedOperation settleStarted(SettlementKind kind, List<DeliveredMessage> messages) {
            return failing();
        }
    }

    @Test
    @DisplayName("an observer that throws errors disturbs neither a send, nor a receive, nor a listener")
    void shouldSurviveErrorsOfObservers() throws JMSException {
        factory.addObserver(new Incompatible());
        send(queue, "a", "b");
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
        CountDownLatch listened = new CountDownLatch(1);
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            consumer.setMessageListener(message -> listened.countDown());
            await(listened);
        }
        assertThat(drain(queue)).isEmpty();
    }

    private void sendWith(String name, String value) throws JMSException {
        List<RuntimeException> refusals = new CopyOnWriteArrayList<>();
        MessageObserver adding = new MessageObserver() {
            @Override
            public @Nullable ObservedOperation sendStarted(MessageToSend message) {
                try {
                    message.setProperty(name, value);
                } catch (IllegalArgumentException refused) {
                    refusals.add(refused);
                    throw refused;
                }
                return null;
            }
        };
        factory.addObserver(adding);
        try {
            send(queue, "a");
        } finally {
            factory.removeObserver(adding);
        }
        refused = refusals;
    }

    private List<RuntimeException> refused = List.of();

    @Test
    @DisplayName("a message that would be too large with the properties of an observer is sent without them")
    void shouldSendWithoutTooLargeProperties() throws JMSException {
        sendWith("baggage", "x".repeat(1 << 20));
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message message = receive(consumer);
            assertThat(text(message)).isEqualTo("a");
            assertThat(message.propertyExists("baggage")).isFalse();
        }
    }

    @Test
    @DisplayName("an observer cannot set properties that only the provider sets")
    void shouldRefusePropertiesOfProvider() throws JMSException {
        sendWith("JMS_Restante_DeadLetterReason", "lie");
        assertThat(refused).hasSize(1);
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(receive(consumer).propertyExists("JMS_Restante_DeadLetterReason"))
                    .isFalse();
        }
    }

    private List<String> observedLosses() {
        List<String> lost = new CopyOnWriteArrayList<>();
        factory.addObserver(new MessageObserver() {
            @Override
            public void lockLost(DeliveredMessage message) {
                lost.add(message.entity().name());
            }
        });
        return lost;
    }

    private void breakLock(Message message) throws JMSException {
        long number = message.getLongProperty("JMS_Restante_SequenceNumber");
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.messages("q").breakLock(number, Duration.ZERO)).isEqualTo(LockBreakResult.BROKEN);
        }
    }

    @Test
    @DisplayName("an observer is told of a lock that is lost before an automatic acknowledgement")
    void shouldTellOfLossInAutomaticModes() throws JMSException {
        List<String> lost = observedLosses();
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            send(queue, "a");
            try (Session session = connection.createSession(mode);
                    MessageConsumer consumer = session.createConsumer(queue)) {
                breakLock(receive(consumer));
            }
            eventually("the observer is told of the lost lock", () -> !lost.isEmpty());
            assertThat(lost).containsExactly("q");
            lost.clear();
            drain(queue);
        }
    }

    @Test
    @DisplayName("an observer is told of a lock that is lost before the commit of its transaction")
    void shouldTellOfLossInTransactions() throws JMSException {
        List<String> lost = observedLosses();
        send(queue, "a");
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(queue)) {
            breakLock(receive(consumer));
            assertThatThrownBy(session::commit).isInstanceOf(JMSException.class);
        }
        assertThat(lost).containsExactly("q");
    }
}
