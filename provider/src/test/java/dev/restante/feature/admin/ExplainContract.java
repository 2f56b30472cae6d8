package dev.restante.feature.admin;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.PeekLock;
import dev.restante.admin.MessageState;
import dev.restante.admin.QueueOptions;
import dev.restante.api.BlockingReason;
import dev.restante.api.BlockingReason.BlockingRule;
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

/** Explanations why a message is not delivered. */
public abstract class ExplainContract extends MessagesAdminFixture {

    private List<BlockingRule> kinds(long number) throws JMSException {
        return messages.explain(number).stream().map(BlockingReason::kind).toList();
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
    @DisplayName("explain reports that a message is locked, prefetched, scheduled, deferred or missing")
    void shouldTellOfStates() throws JMSException {
        try (MessageConsumer consumer = oneOfEach()) {
            long locked = first(MessageState.LOCKED);
            String node = messages.get(locked).orElseThrow().lockedBy();
            assertThat(kinds(locked)).containsExactly(BlockingRule.LOCKED);
            assertThat(text(locked)).contains(node, "has locked it until");
            long available = first(MessageState.AVAILABLE);
            eventually("the message is prefetched", () -> kinds(available).equals(List.of(BlockingRule.PREFETCHED)));
            assertThat(text(available)).contains(node);
            assertThat(kinds(first(MessageState.SCHEDULED))).containsExactly(BlockingRule.NOT_DUE);
            assertThat(kinds(first(MessageState.DEFERRED))).containsExactly(BlockingRule.DEFERRED);
            assertThat(kinds(17)).containsExactly(BlockingRule.NOT_FOUND);
            assertThat(receive(consumer)).isNotNull();
        }
        assertThatThrownBy(() -> admin.messages("nobody").explain(1)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @DisplayName("explain reports that no consumer receives, or that the queue is paused")
    void shouldTellOfReceivers() throws JMSException {
        send(queue, "a");
        long number = first(MessageState.AVAILABLE);
        assertThat(kinds(number)).containsExactly(BlockingRule.NO_CONSUMER);
        admin.pause("q");
        assertThat(kinds(number)).containsExactly(BlockingRule.PAUSED, BlockingRule.NO_CONSUMER);
        assertThat(text(number)).contains("'q'", "RECEIVE_DISABLED");
    }

    @Test
    @DisplayName("explain reports a redelivery back-off, also for later messages of the group")
    void shouldTellOfBackOff() throws JMSException {
        sendGrouped("a");
        sendGrouped("b");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message taken = receive(consumer);
            long first = first(MessageState.LOCKED);
            PeekLock.of(taken).abandon(Map.of(), Duration.ofHours(1));
            assertThat(kinds(first)).containsExactly(BlockingRule.REDELIVERY_BACK_OFF);
            long second = first(MessageState.AVAILABLE);
            eventually("the second message is back in the store", () -> kinds(second)
                    .contains(BlockingRule.GROUP_LOCKED));
            assertThat(text(second)).contains("'pictures'", "back-off");
        }
    }

    @Test
    @DisplayName(
            "explain reports that another message of the group is in flight, or that the in-flight limit is reached")
    void shouldTellOfGroupAndQuota() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withMaxInFlight(1));
        sendGrouped("a");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(receive(consumer)).isNotNull();
        }
        sendGrouped("b");
        long second = first(MessageState.AVAILABLE);
        eventually("explain reports both blocking reasons", () -> kinds(second)
                .equals(List.of(BlockingRule.GROUP_LOCKED, BlockingRule.IN_FLIGHT_LIMIT)));
        assertThat(text(second)).contains("'pictures'", "which has another message of the group");
    }
}
