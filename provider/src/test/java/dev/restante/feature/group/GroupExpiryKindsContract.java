package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.option.GroupExpiry;
import dev.restante.option.QueueOption;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Group expiry by option, in transactions, in memory, in bulk, and at the start of a node. */
public abstract class GroupExpiryKindsContract extends GroupExpiryFixture {

    @Test
    @DisplayName(
            "TTL-18 by default, whole groups expire only if groups are required, and an option changes the default")
    void shouldHonourTheOption() throws JMSException {
        assertThat(DEAD_LETTERED.groupExpiry()).isEqualTo(GroupExpiry.GROUP);
        QueueOptions optional = DEAD_LETTERED.withGroupsRequired(false);
        assertThat(optional.groupExpiry()).isEqualTo(GroupExpiry.MESSAGE);
        alter(optional);
        sendExpiring("a1");
        send("a2", "-1");
        expire();
        eventuallyDead(1);
        assertThat(drain()).containsExactly("a2", "-1");

        alter(optional.withGroupExpiry(GroupExpiry.GROUP));
        sendExpiring("b1");
        sendExpiring("-2");
        send("b2", "-3");
        expire();
        eventuallyDead(4);
        assertThat(drain()).containsExactly("-3");

        QueueOptions message = DEAD_LETTERED.withGroupExpiry(GroupExpiry.MESSAGE);
        assertThat(alter(message).groupExpiry()).isEqualTo(GroupExpiry.MESSAGE);
        sendExpiring("c1");
        send("c2");
        expire();
        eventuallyDead(5);
        assertThat(drain()).containsExactly("c2");
        assertThat(alter(message.withGroupExpiry(null)).groupExpiry()).isEqualTo(GroupExpiry.GROUP);
        assertThat(alter(message.without(QueueOption.GROUP_EXPIRY))).isEqualTo(DEAD_LETTERED);
    }

    @Test
    @DisplayName(
            "TTL-18 received messages of a transaction expire with their group after a rollback, not after a commit")
    void shouldFollowAtRollback() throws JMSException {
        alter(DEAD_LETTERED.withLockDuration(Duration.ofHours(1)));
        send("a1", "b1");
        try (Session one = connection.createSession(Session.SESSION_TRANSACTED);
                Session other = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer ofOne = consumer(one);
                MessageConsumer ofOther = consumer(other)) {
            receive(ofOne);
            receive(ofOther);
            sendExpiring("a2");
            sendExpiring("b2");
            expire();
            eventuallyDead(2);
            one.commit();
            other.rollback();
            eventuallyDead(3);
            assertThat(ofOther.receiveNoWait()).isNull();
            assertThat(ofOne.receiveNoWait()).isNull();
        }
        eventuallyEmpty();
        assertThat(deadNames()).hasSize(3);
    }

    @Test
    @DisplayName("TTL-18 non-persistent members expire together with their group")
    void shouldTakeNonPersistentOnesAlong() throws JMSException {
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        try (Session session = connection.createSession();
                MessageConsumer consumer = consumer(session)) {
            send("a1");
            sendExpiring("a2");
            send("b1");
            eventually("all messages are available", () -> statistics().available() == 3);
            expire();
            eventuallyDead(2);
            assertThat(text(receive(consumer))).isEqualTo("b1");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("TTL-18 a group that is too large for one transaction expires completely")
    void shouldTakeALongGroupAlong() throws JMSException {
        try (Session batch = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer many = batch.createProducer(place().destination(batch, "q"))) {
            for (int i = 0; i < 1_700; i++) {
                TextMessage message = grouped(sender, "a" + i);
                many.setTimeToLive(i == 800 ? SOON.toMillis() : 0);
                many.send(message);
                if (i % 10 == 0) {
                    many.setTimeToLive(0);
                    many.send(grouped(sender, "b" + i));
                }
            }
            batch.commit();
        }
        expire();
        eventuallyDead(1_700);
        assertThat(statistics().deadLettered()).isEqualTo(1_700);
        assertThat(drain()).hasSize(170).allMatch(name -> name.startsWith("b"));
    }

    @Test
    @DisplayName("TTL-18 if a message expired while the store was closed, its group expires before the first receive")
    void shouldEndGroupsAtStart() throws JMSException {
        if (url().startsWith("jdbc:hsqldb:mem")) {
            admin.close();
            reopen();
            admin = factory.admin();
            open();
            alter(DEAD_LETTERED);
        }
        send("a1");
        // The test cannot move the clock of a shared store while no node has the store open.
        producer.setTimeToLive(1_000);
        send("a2");
        producer.setTimeToLive(0);
        long expiredAtMillis = System.currentTimeMillis() + 1_000;
        send("b1");
        factory.close();
        eventually("a message has expired", () -> System.currentTimeMillis() > expiredAtMillis + 50);
        reopen();
        admin = factory.admin();
        try (Session session = connection.createSession();
                MessageConsumer consumer = consumer(session)) {
            assertThat(text(receive(consumer))).isEqualTo("b1");
            assertNothing(consumer);
        }
        assertThat(statistics().deadLettered()).isEqualTo(2);
    }
}
