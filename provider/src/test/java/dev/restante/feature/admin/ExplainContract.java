package dev.restante.feature.admin;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.PeekLock;
import dev.restante.admin.MessageState;
import dev.restante.admin.QueueOptions;
import dev.restante.api.Obstacle;
import dev.restante.api.Obstacle.Kind;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An administrator asks why a message is not delivered. */
public abstract class ExplainContract extends MessagesAdminFixture {

    private List<Kind> kinds(long number) throws JMSException {
        return messages.explain(number).stream().map(Obstacle::kind).toList();
    }

    private String text(long number) throws JMSException {
        return messages.explain(number).get(0).text();
    }

    private long first(MessageState state) throws JMSException {
        return messages.peek(ALL.withStates(state), WITH_BODIES)
                .messages()
                .get(0)
                .sequenceNumber();
    }

    private void sendGrouped(String text) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            TextMessage message = session.createTextMessage(text);
            message.setStringProperty("JMSXGroupID", "pictures");
            producer.send(message);
        }
    }

    @Test
    @DisplayName("an application has it, it waits in memory, it is scheduled or set aside, or it is gone")
    void shouldTellOfStates() throws JMSException {
        try (MessageConsumer consumer = oneOfEach()) {
            long locked = first(MessageState.LOCKED);
            String node = messages.get(locked).orElseThrow().lockedBy();
            assertThat(kinds(locked)).containsExactly(Kind.LOCKED);
            assertThat(text(locked)).contains(node, "locked until");
            long available = first(MessageState.AVAILABLE);
            eventually("it is in memory", () -> kinds(available).equals(List.of(Kind.BUFFERED)));
            assertThat(text(available)).contains(node);
            assertThat(kinds(first(MessageState.SCHEDULED))).containsExactly(Kind.NOT_DUE);
            assertThat(kinds(first(MessageState.DEFERRED))).containsExactly(Kind.DEFERRED);
            assertThat(kinds(17)).containsExactly(Kind.ABSENT);
            assertThat(receive(consumer)).isNotNull();
        }
        assertThatThrownBy(() -> admin.messages("nobody").explain(1)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @DisplayName("nobody receives, or its queue is paused")
    void shouldTellOfReceivers() throws JMSException {
        send(queue, "a");
        long number = first(MessageState.AVAILABLE);
        assertThat(kinds(number)).containsExactly(Kind.NO_RECEIVER);
        admin.pause("q");
        assertThat(kinds(number)).containsExactly(Kind.PAUSED, Kind.NO_RECEIVER);
        assertThat(text(number)).contains("'q'", "RECEIVE_DISABLED");
    }

    @Test
    @DisplayName("it waits for its redelivery, and with it what is behind it in its group")
    void shouldTellOfBackOff() throws JMSException {
        sendGrouped("a");
        sendGrouped("b");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message taken = receive(consumer);
            long first = first(MessageState.LOCKED);
            PeekLock.of(taken).abandon(Map.of(), Duration.ofHours(1));
            assertThat(kinds(first)).containsExactly(Kind.BACK_OFF);
            long second = first(MessageState.AVAILABLE);
            eventually("it is given back", () -> kinds(second).contains(Kind.GROUP));
            assertThat(text(second)).contains("'pictures'", "back-off");
        }
    }

    @Test
    @DisplayName("something of its group is in the hands of an application, or there are as many as may be")
    void shouldTellOfGroupAndQuota() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withMaxInFlight(1));
        sendGrouped("a");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(receive(consumer)).isNotNull();
        }
        sendGrouped("b");
        long second = first(MessageState.AVAILABLE);
        eventually("both", () -> kinds(second).equals(List.of(Kind.GROUP, Kind.QUOTA)));
        assertThat(text(second)).contains("'pictures'", "which has another message of it");
    }
}
