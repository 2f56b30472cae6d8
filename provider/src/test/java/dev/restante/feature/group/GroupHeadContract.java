package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.admin.QueueOptions;
import dev.restante.option.LateSettlement;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Effects of the first message of a group on the rest of the group: redelivery back-off, expiry and dead-lettering. */
@DisplayName("first messages of message groups")
public abstract class GroupHeadContract extends GroupFixture {

    @Test
    @DisplayName(
            "VIS-07 a message that waits for redelivery blocks its whole group, even new messages, but nothing else")
    void shouldBlockBehindABackOff() throws JMSException {
        alter(QueueOptions.defaults().withLockDuration(Duration.ofMinutes(5)));
        try (Taker taker = taker();
                Taker other = taker()) {
            send("a1", "a2");
            Message a1 = taker.one("a1");
            PeekLock.of(a1).abandon(Map.of(), Duration.ofMinutes(1));
            send("a3", "b1", "-1");

            assertThat(other.names()).containsExactly("b1", "-1");
            assertNothing(taker.consumer);
            time.jump(Duration.ofSeconds(61));
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                names.add(text(receive(other.consumer)));
            }
            assertThat(names).containsExactly("a1", "a2", "a3");
        }
    }

    @Test
    @DisplayName("VIS-07 a message that waits for redelivery blocks later messages of its group, even after a restart")
    void shouldBlockAfterARestart() throws JMSException {
        reopen();
        openProducer();
        send("a1");
        try (Taker taker = taker()) {
            PeekLock.of(taker.one("a1")).abandon(Map.of(), Duration.ofMinutes(1));
            send("a2");
            assertThat(taker.names()).isEmpty();
        }
        reopen();
        openProducer();
        try (Taker taker = taker()) {
            assertThat(taker.names()).isEmpty();
            send("a3");
            assertThat(taker.names()).isEmpty();
            time.jump(Duration.ofSeconds(61));
            taker.one("a1");
            taker.one("a2");
            taker.one("a3");
        }
    }

    @Test
    @DisplayName("VIS-07 a group continues when the message that blocks it expires")
    void shouldGoOnWhenTheHeadExpires() throws JMSException {
        try (Taker taker = taker()) {
            producer.setTimeToLive(Duration.ofSeconds(30).toMillis());
            send("a1");
            producer.setTimeToLive(0);
            send("a2");
            PeekLock.of(taker.one("a1")).abandon(Map.of(), Duration.ofMinutes(1));
            assertNothing(taker.consumer);

            time.jump(Duration.ofSeconds(31));

            taker.one("a2");
        }
    }

    @Test
    @DisplayName("VIS-07 scheduled and deferred messages do not block their group")
    void shouldPassScheduledAndDeferred() throws JMSException {
        try (Taker taker = taker()) {
            producer.setDeliveryDelay(Duration.ofMinutes(1).toMillis());
            send("a1");
            producer.setDeliveryDelay(0);
            send("a2", "a3");
            PeekLock.of(taker.one("a2")).defer();
            Message a3 = taker.one("a3");
            time.jump(Duration.ofSeconds(20));
            PeekLock.of(a3).complete();
            time.jump(Duration.ofSeconds(41));
            taker.one("a1");
        }
    }

    @Test
    @DisplayName("VIS-08, VIS-07 a group continues when the message that blocks it is completed late")
    void shouldGoOnAfterALateCompletion() throws JMSException {
        alter(QueueOptions.defaults()
                .withLateSettlement(LateSettlement.ALLOW_IF_UNCLAIMED)
                .withRedeliveryBackOff(Duration.ofMinutes(1), 1, Duration.ofMinutes(1), 0));
        send("a1", "a2");
        try (Taker one = taker();
                Taker other = taker()) {
            Message a1 = one.one("a1");
            time.jump(LOCK.plusSeconds(1));
            assertNothing(other.consumer);
            PeekLock.of(a1).complete();
            other.one("a2");
        }
    }

    @Test
    @DisplayName("RCV-07 a poison message is dead-lettered with its group id, and its group continues")
    void shouldGoOnAfterDeadLettering() throws JMSException {
        alter(QueueOptions.defaults().withMaxDeliveryCount(2));
        send("a1", "a2");
        try (Taker transacted = new Taker(Session.SESSION_TRANSACTED, null)) {
            transacted.one("a1");
            transacted.session.rollback();
            transacted.one("a1");
            transacted.session.rollback();
            transacted.one("a2");
            transacted.session.commit();
        }
        Queue dead = place().deadLetters(sender, name);
        try (MessageConsumer consumer = autoSession().createConsumer(dead)) {
            assertThat(receive(consumer).getStringProperty("JMSXGroupID")).isEqualTo("a");
        }
    }
}
