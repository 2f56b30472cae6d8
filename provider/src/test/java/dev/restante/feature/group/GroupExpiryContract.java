package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteMessagingModes;
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

/** Which messages of a group go along when one of them expires, and which don't. */
public abstract class GroupExpiryContract extends GroupExpiryFixture {

    private Session peekLock() throws JMSException {
        return connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    @Test
    @DisplayName("TTL-18 the first expired message takes its whole group along, and no other one")
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
                assertThat(description).contains("went with its group 'a'", expiredNumber);
            }
        }
        // None went after the one that expired: until then it bears witness. They may have gone in the same
        // millisecond.
        Map<String, Long> wentAt = new HashMap<>();
        for (Message message : dead) {
            wentAt.put(text(message), message.getLongProperty("JMS_Restante_EnqueuedTime"));
        }
        assertThat(wentAt.values()).allMatch(each -> each <= wentAt.get("a2"));
    }

    @Test
    @DisplayName("TTL-18 what is sent after the expiry is a new life of the group, and lives")
    void shouldLetTheNextLifeLive() throws JMSException {
        alter(DEAD_LETTERED.withDeadLetterOnExpiry(false));
        sendExpiring("a1");
        send("a2");
        expire();
        send("a3");
        sendExpiring("a4");
        eventually("the former life is over", () -> statistics().available() == 2);
        try (Session session = connection.createSession();
                MessageConsumer consumer = consumer(session)) {
            assertThat(text(receive(consumer))).isEqualTo("a3");
            assertThat(text(receive(consumer))).isEqualTo("a4");
            assertNothing(consumer);
        }
        assertThat(statistics().deadLettered()).isZero();
    }

    @Test
    @DisplayName("TTL-18 scheduled, deferred and waiting members go along")
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
    @DisplayName("TTL-18, TTL-05 a locked member can be completed; unsettled it follows when its lock ends")
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
                        .contains("went with its group 'a'");
            }
        }
    }

    @Test
    @DisplayName("TTL-18 a member whose lock runs out follows its group")
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
    @DisplayName("TTL-18, TTL-06 an overdue message whose lock is abandoned takes its group along")
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
            "TTL-18, TTL-03 what waits in this node's memory goes along, also where the first is found expired by a receive")
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
    @DisplayName("TTL-18, TTL-09 expiry by the queue's default takes the group along as well")
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
