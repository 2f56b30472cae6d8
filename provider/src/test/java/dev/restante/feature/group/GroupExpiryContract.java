package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteMessagingModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.GroupExpiry;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of a group when one of its messages expires. */
public abstract class GroupExpiryContract extends JmsContract {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final QueueOptions DEAD_LETTERED =
            QueueOptions.defaults().withGroupsRequired(true).withDeadLetterOnExpiry(true);

    private RestanteAdmin admin;
    private Session sender;
    private Queue queue;
    private Queue deadLetters;
    private MessageProducer producer;

    @BeforeEach
    final void createQueue() throws JMSException {
        admin = factory.admin();
        admin.createQueue("q", DEAD_LETTERED);
        open();
    }

    private void open() throws JMSException {
        sender = connection.createSession();
        queue = sender.createQueue("q");
        deadLetters = sender.createQueue("q/$DeadLetterQueue");
        producer = sender.createProducer(queue);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private void send(String... names) throws JMSException {
        for (String name : names) {
            producer.send(grouped(sender, name));
        }
    }

    private void sendExpiring(String name) throws JMSException {
        producer.setTimeToLive(SOON.toMillis());
        producer.send(grouped(sender, name));
        producer.setTimeToLive(0);
    }

    private void expire() {
        time.jump(SOON.plusSeconds(2));
    }

    private QueueStatistics statistics() throws JMSException {
        return admin.statistics("q");
    }

    private void eventuallyDead(long many) {
        eventually(many + " dead letters", () -> statistics().deadLettered() >= many);
    }

    private void eventuallyEmpty() {
        eventually("all is gone", () -> {
            QueueStatistics now = statistics();
            return now.available() + now.inFlight() + now.scheduled() + now.deferred() == 0;
        });
    }

    private List<Message> dead() throws JMSException {
        List<Message> found = new ArrayList<>();
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(deadLetters)) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                found.add(next);
            }
        }
        return found;
    }

    private List<String> deadNames() throws JMSException {
        List<String> names = new ArrayList<>();
        for (Message message : dead()) {
            names.add(text(message));
        }
        return names;
    }

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
        assertThat(drain(queue)).containsExactly("b1", "b2");
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
            assertThat(message.getStringProperty("DeadLetterSource")).isEqualTo("q");
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
        // The last that went is the one that expired: until then it bears witness.
        assertThat(text(dead.get(2))).isEqualTo("a2");
    }

    @Test
    @DisplayName("TTL-18 what is sent after the expiry is a new life of the group, and lives")
    void shouldLetTheNextLifeLive() throws JMSException {
        admin.alterQueue("q", DEAD_LETTERED.withDeadLetterOnExpiry(false));
        sendExpiring("a1");
        send("a2");
        expire();
        send("a3");
        sendExpiring("a4");
        eventually("the former life is over", () -> statistics().available() == 2);
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("a3");
            assertThat(text(receive(consumer))).isEqualTo("a4");
            assertNothing(consumer);
        }
        assertThat(statistics().deadLettered()).isZero();
    }

    @Test
    @DisplayName("TTL-18 scheduled, deferred and waiting members go along")
    void shouldTakeWaitingOnesAlong() throws JMSException {
        admin.alterQueue("q", DEAD_LETTERED.withRedeliveryBackOff(Duration.ofHours(1), 1, Duration.ofHours(1), 0));
        send("a1", "a2");
        try (Session session = peekLock();
                MessageConsumer consumer = session.createConsumer(queue)) {
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
        assertThat(drain(queue)).containsExactly("b1");
    }

    @Test
    @DisplayName("TTL-18, TTL-05 a locked member can be completed; unsettled it follows when its lock ends")
    void shouldLetLockedOnesFollow() throws JMSException {
        admin.alterQueue("q", DEAD_LETTERED.withLockDuration(Duration.ofHours(1)));
        send("a1", "a2", "a3");
        try (Session session = peekLock();
                MessageConsumer consumer = session.createConsumer(queue)) {
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
        admin.alterQueue("q", DEAD_LETTERED.withLockDuration(Duration.ofMinutes(5)));
        send("a1");
        try (Session session = peekLock();
                MessageConsumer consumer = session.createConsumer(queue)) {
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
        admin.alterQueue("q", DEAD_LETTERED.withLockDuration(Duration.ofHours(1)));
        sendExpiring("a1");
        send("a2", "a3", "b1");
        try (Session session = peekLock();
                MessageConsumer consumer = session.createConsumer(queue)) {
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
                MessageConsumer consumer = session.createConsumer(queue)) {
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
    @DisplayName(
            "TTL-18 with optional groups only the message itself goes, unless the queue says otherwise, and the other way round")
    void shouldHonourTheOption() throws JMSException {
        assertThat(DEAD_LETTERED.groupExpiry()).isEqualTo(GroupExpiry.GROUP);
        QueueOptions optional = DEAD_LETTERED.withGroupsRequired(false);
        assertThat(optional.groupExpiry()).isEqualTo(GroupExpiry.MESSAGE);
        admin.alterQueue("q", optional);
        sendExpiring("a1");
        send("a2", "-1");
        expire();
        eventuallyDead(1);
        assertThat(drain(queue)).containsExactly("a2", "-1");

        admin.alterQueue("q", optional.withGroupExpiry(GroupExpiry.GROUP));
        sendExpiring("b1");
        sendExpiring("-2");
        send("b2", "-3");
        expire();
        eventuallyDead(4);
        assertThat(drain(queue)).containsExactly("-3");

        QueueOptions message = DEAD_LETTERED.withGroupExpiry(GroupExpiry.MESSAGE);
        assertThat(admin.alterQueue("q", message).options().groupExpiry()).isEqualTo(GroupExpiry.MESSAGE);
        sendExpiring("c1");
        send("c2");
        expire();
        eventuallyDead(5);
        assertThat(drain(queue)).containsExactly("c2");
        assertThat(admin.alterQueue("q", message.withGroupExpiry(null)).options())
                .isEqualTo(DEAD_LETTERED);
    }

    @Test
    @DisplayName("TTL-18, TTL-09 expiry by the queue's default takes the group along as well")
    void shouldFollowTheDefault() throws JMSException {
        admin.alterQueue("q", DEAD_LETTERED.withDefaultTimeToLive(SOON));
        send("a1", "b1");
        time.jump(SOON.dividedBy(2));
        send("a2", "c1");
        time.jump(SOON.dividedBy(2).plusSeconds(1));
        eventuallyDead(3);
        assertThat(deadNames()).containsExactlyInAnyOrder("a1", "a2", "b1");
        assertThat(drain(queue)).containsExactly("c1");
    }

    @Test
    @DisplayName("TTL-18 what a transaction has received follows at its rollback, and is completed by its commit")
    void shouldFollowAtRollback() throws JMSException {
        admin.alterQueue("q", DEAD_LETTERED.withLockDuration(Duration.ofHours(1)));
        send("a1", "b1");
        try (Session one = connection.createSession(Session.SESSION_TRANSACTED);
                Session other = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer ofOne = one.createConsumer(queue);
                MessageConsumer ofOther = other.createConsumer(queue)) {
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
    @DisplayName("TTL-18 non-persistent members go along, in memory or not")
    void shouldTakeNonPersistentOnesAlong() throws JMSException {
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            send("a1");
            sendExpiring("a2");
            send("b1");
            eventually("all is there", () -> statistics().available() == 3);
            expire();
            eventuallyDead(2);
            assertThat(text(receive(consumer))).isEqualTo("b1");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("TTL-18 a group of more messages than one transaction moves goes as a whole")
    void shouldTakeALongGroupAlong() throws JMSException {
        try (Session batch = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer many = batch.createProducer(queue)) {
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
        assertThat(drain(queue)).hasSize(170).allMatch(name -> name.startsWith("b"));
    }

    @Test
    @DisplayName("TTL-18 what expired while the store was closed takes its group along before anybody receives")
    void shouldEndGroupsAtStart() throws JMSException {
        if (url().startsWith("jdbc:hsqldb:mem")) {
            admin.close();
            reopen();
            admin = factory.admin();
            admin.createQueue("q", DEAD_LETTERED);
            open();
        }
        send("a1");
        // The clock of a shared store can't be moved while nobody has it open.
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
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("b1");
            assertNothing(consumer);
        }
        assertThat(statistics().deadLettered()).isEqualTo(2);
    }
}
