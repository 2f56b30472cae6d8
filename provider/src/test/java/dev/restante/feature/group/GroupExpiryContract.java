package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueStatistics;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Group expiry: messages that expire together with an expired message of their group. */
public abstract class GroupExpiryContract extends GroupExpiryFixture {

    private Session peekLock() throws JMSException {
        return connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    @Test
    @DisplayName("TTL-18 when a message expires, its whole group is dead-lettered, but no other group")
    void shouldTakeTheGroupAlong() throws JMSException {
        send("a1", "b1");
        sendExpiring("a2");
        send("a3", "b2");
        expire();
        eventuallyDead(3);
        assertThat(drain()).containsExactly("b1", "b2");
        List<Message> dead = dead();
        String expiredNumber = null;
        for (Message message : dead) {
            if (text(message).equals("a2")) {
                expiredNumber = message.getStringProperty("JMS_Restante_SequenceNumber");
            }
        }
        assertThat(expiredNumber).isNotNull();
        assertThat(dead).hasSize(3);
        for (Message message : dead) {
            assertThat(message.getStringProperty("DeadLetterReason")).isEqualTo("TTLExpiredException");
            assertThat(message.getStringProperty("DeadLetterSource")).isEqualTo(place().fullName("q"));
            assertThat(message.getStringProperty("JMSXGroupID")).isEqualTo("a");
            assertThat(message.getJMSExpiration()).isZero();
            String description = message.getStringProperty("DeadLetterErrorDescription");
            if (text(message).equals("a2")) {
                assertThat(description).contains("Expired at").doesNotContain("group");
                assertThat(message.getObjectProperty("JMS_Restante_OriginalExpiration"))
                        .isNotNull();
            } else {
                assertThat(description).contains("expired with its group 'a'", expiredNumber);
            }
        }
        // The expired member is moved last, because it marks the group as expired until then. Times in milliseconds can
        // be equal.
        Map<String, Long> wentAt = new HashMap<>();
        for (Message message : dead) {
            wentAt.put(text(message), message.getLongProperty("JMS_Restante_EnqueuedTime"));
        }
        assertThat(wentAt.values()).allMatch(each -> each <= wentAt.get("a2"));
    }

    @Test
    @DisplayName(
            "TTL-18 messages that are sent after a group expiry are a new generation, which does not expire with it")
    void shouldLetTheNextLifeLive() throws JMSException {
        alter(DEAD_LETTERED.withDeadLetterOnExpiry(false));
        sendExpiring("a1");
        send("a2");
        expire();
        send("a3");
        sendExpiring("a4");
        eventually("the former group generation has expired", () -> statistics().available() == 2);
        try (Session session = connection.createSession();
                MessageConsumer consumer = consumer(session)) {
            assertThat(text(receive(consumer))).isEqualTo("a3");
            assertThat(text(receive(consumer))).isEqualTo("a4");
            assertNothing(consumer);
        }
        assertThat(statistics().deadLettered()).isZero();
    }

    @Test
    @DisplayName("TTL-18 scheduled and deferred members and members in back-off expire together with their group")
    void shouldTakeWaitingOnesAlong() throws JMSException {
        alter(DEAD_LETTERED.withRedeliveryBackOff(Duration.ofHours(1), 1, Duration.ofHours(1), 0));
        send("a1", "a2");
        try (Session session = peekLock();
                MessageConsumer consumer = consumer(session)) {
            PeekLock.of(receive(consumer)).defer();
            PeekLock.of(receive(consumer)).abandon();
        }
        sendExpiring("a3");
        producer.setDeliveryDelay(Duration.ofHours(2).toMillis());
        send("a4", "b4");
        producer.setDeliveryDelay(0);
        send("b1");
        QueueStatistics before = statistics();
        assertThat(List.of(before.deferred(), before.scheduled(), before.available()))
                .containsExactly(1L, 3L, 2L);
        expire();
        eventuallyDead(4);
        assertThat(deadNames()).containsExactlyInAnyOrder("a1", "a2", "a3", "a4");
        assertThat(statistics().scheduled()).isEqualTo(1);
        assertThat(drain()).containsExactly("b1");
    }

    @Test
    @DisplayName("TTL-18, TTL-05 a locked member of an expired group can be completed, or expires when it is released")
    void shouldLetLockedOnesFollow() throws JMSException {
        alter(DEAD_LETTERED.withLockDuration(Duration.ofHours(1)));
        send("a1", "a2", "a3");
        try (Session session = peekLock();
                MessageConsumer consumer = consumer(session)) {
            Message first = receive(consumer);
            Message second = receive(consumer);
            Message third = receive(consumer);
            sendExpiring("a4");
            send("a5");
            expire();
            eventuallyDead(2);
            assertThat(statistics().inFlight()).isEqualTo(3);
            PeekLock.of(first).complete();
            PeekLock.of(second).abandon();
            eventuallyDead(3 + 1);
            assertNothing(consumer);
            assertThat(third).isNotNull();
        }
        eventuallyEmpty();
        List<Message> dead = dead();
        assertThat(dead).hasSize(4);
        for (Message message : dead) {
            assertThat(message.getStringProperty("DeadLetterReason")).isEqualTo("TTLExpiredException");
            if (!text(message).equals("a4")) {
                assertThat(message.getStringProperty("DeadLetterErrorDescription"))
                        .as(text(message))
                        .contains("expired with its group 'a'");
            }
        }
    }

    @Test
    @DisplayName("TTL-18 a member whose lock expires follows its expired group")
    void shouldFollowWhenTheLockRunsOut() throws JMSException {
        alter(DEAD_LETTERED.withLockDuration(Duration.ofMinutes(5)));
        send("a1");
        try (Session session = peekLock();
                MessageConsumer consumer = consumer(session)) {
            receive(consumer);
            sendExpiring("a2");
            expire();
            eventuallyDead(1);
            time.jump(Duration.ofMinutes(5));
            eventuallyDead(2);
            assertNothing(consumer);
        }
        assertThat(deadNames()).containsExactly("a2", "a1");
    }

    @Test
    @DisplayName("TTL-18, TTL-06 abandoning an expired message also expires its group")
    void shouldTakeTheGroupAlongWhenAbandoned() throws JMSException {
        alter(DEAD_LETTERED.withLockDuration(Duration.ofHours(1)));
        sendExpiring("a1");
        send("a2", "a3", "b1");
        try (Session session = peekLock();
                MessageConsumer consumer = consumer(session)) {
            Message expiring = receive(consumer);
            expire();
            assertThat(statistics().deadLettered()).isZero();
            PeekLock.of(expiring).abandon();
            eventuallyDead(3);
            assertThat(text(receive(consumer))).isEqualTo("b1");
            assertNothing(consumer);
        }
        assertThat(deadNames()).containsExactlyInAnyOrder("a1", "a2", "a3");
    }

    @Test
    @DisplayName(
            "TTL-18, TTL-03 prefetched members expire together with their group, even if a receive finds the expiry")
    void shouldTakeBufferedOnesAlong() throws JMSException {
        try (Session session = connection.createSession();
                MessageConsumer consumer = consumer(session)) {
            sendExpiring("a1");
            send("a2", "a3", "b1");
            assertThat(statistics().available()).isEqualTo(4);
            expire();
            assertThat(text(receive(consumer))).isEqualTo("b1");
            eventuallyDead(3);
            assertNothing(consumer);
            send("a4");
            assertThat(text(receive(consumer))).isEqualTo("a4");
        }
        assertThat(deadNames()).containsExactlyInAnyOrder("a1", "a2", "a3");
    }

    @Test
    @DisplayName("TTL-18, TTL-09 expiry by the default time to live also expires the group")
    void shouldFollowTheDefault() throws JMSException {
        alter(DEAD_LETTERED.withDefaultTimeToLive(SOON));
        send("a1", "b1");
        time.jump(SOON.dividedBy(2));
        send("a2", "c1");
        time.jump(SOON.dividedBy(2).plusSeconds(1));
        eventuallyDead(3);
        assertThat(deadNames()).containsExactlyInAnyOrder("a1", "a2", "b1");
        assertThat(drain()).containsExactly("c1");
    }
}
