package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.PeekLock;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.GroupAssignment;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Message groups that are sticky to their consumers. */
@DisplayName("sticky message groups")
public abstract class StickyGroupContract extends GroupFixture {

    private static final QueueOptions STICKY = QueueOptions.defaults().withGroupAssignment(GroupAssignment.STICKY);

    @BeforeEach
    final void makeGroupsStay() throws JMSException {
        alter(STICKY);
    }

    /** Receives all available messages and settles each of them. */
    private static List<String> worked(Taker taker) throws JMSException {
        List<String> names = new ArrayList<>();
        for (Message next = taker.consumer.receiveNoWait(); next != null; next = taker.consumer.receiveNoWait()) {
            names.add(text(next));
            next.acknowledge();
        }
        return names;
    }

    private void sendClosing(String name) throws JMSException {
        TextMessage message = grouped(sender, name);
        message.setIntProperty("JMSXGroupSeq", -1);
        producer.send(message);
    }

    @Test
    @DisplayName(
            "GRP-06 a group stays with its first consumer, even without messages, and new consumers get new groups")
    void shouldStay() throws JMSException {
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1", "b1");
            assertThat(worked(first)).containsExactly("a1", "b1");
            send("a2", "c1", "b2", "-1");
            assertThat(worked(second)).containsExactly("c1", "-1");
            assertThat(worked(first)).containsExactly("a2", "b2");
            try (Taker third = taker()) {
                send("a3", "c2", "d1");
                assertThat(worked(third)).containsExactly("d1");
            }
            assertThat(worked(second)).containsExactly("c2");
            assertThat(worked(first)).containsExactly("a3");
        }
    }

    @Test
    @DisplayName("GRP-06 when a consumer closes, its group moves to a waiting consumer, with unsettled messages first")
    void shouldGoOn() throws Exception {
        try (Taker second = taker()) {
            Taker first = taker();
            send("a1", "a2");
            assertThat(worked(first)).containsExactly("a1", "a2");
            CompletableFuture<Message> waiting = waitingOnOtherThread(() -> second.consumer.receive(PATIENCE_MILLIS));
            send("a3", "a4");
            assertThat(waiting).isNotDone();
            Message a3 = first.one("a3");
            assertThat(waiting).isNotDone();
            first.close();
            Message again = result(waiting);
            assertThat(text(again)).isEqualTo("a3");
            assertThat(again.getJMSRedelivered()).isTrue();
            again.acknowledge();
            assertThat(worked(second)).containsExactly("a4");
            assertThat(a3).isNotNull();
        }
    }

    @Test
    @DisplayName("GRP-06 released messages return to their consumer, even after an expired lock and a back-off")
    void shouldComeBack() throws JMSException {
        alter(STICKY.withRedeliveryBackOff(Duration.ofSeconds(5), 1, Duration.ofSeconds(5), 0));
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1", "a2");
            PeekLock.of(first.one("a1")).abandon();
            assertThat(worked(second)).isEmpty();
            time.jump(Duration.ofSeconds(6));
            first.one("a1");
            assertThat(worked(second)).isEmpty();
            time.jump(LOCK.plusSeconds(1));
            try (RestanteAdmin admin = factory.admin()) {
                eventually(
                        "the lock has expired",
                        () -> place().statistics(admin, name).inFlight() == 0);
            }
            assertThat(worked(second)).isEmpty();
            time.jump(Duration.ofSeconds(6));
            first.one("a1").acknowledge();
            assertThat(worked(second)).isEmpty();
            assertThat(worked(first)).containsExactly("a2");
        }
    }

    @Test
    @DisplayName("GRP-06 a rollback does not move a sticky group to another consumer")
    void shouldStayOverRollbacks() throws JMSException {
        try (Taker first = new Taker(Session.SESSION_TRANSACTED, null);
                Taker second = taker()) {
            send("a1", "a2");
            first.one("a1");
            first.session.rollback();
            assertThat(worked(second)).isEmpty();
            first.one("a1");
            first.one("a2");
            first.session.commit();
            send("a3");
            assertThat(worked(second)).isEmpty();
            first.one("a3");
            first.session.commit();
        }
    }

    @Test
    @DisplayName("GRP-07 a message with JMSXGroupSeq -1 closes its group, and any consumer can get the next message")
    void shouldCloseGroups() throws JMSException {
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1");
            assertThat(worked(first)).containsExactly("a1");
            sendClosing("a2");
            send("a3");
            Message closing = first.one("a2");
            assertThat(worked(second)).isEmpty();
            closing.acknowledge();
            assertThat(worked(second)).containsExactly("a3");
            send("a4");
            assertThat(worked(first)).isEmpty();
            assertThat(worked(second)).containsExactly("a4");
            sendClosing("b1");
            assertThat(worked(first)).containsExactly("b1");
            send("b2");
            assertThat(worked(second)).containsExactly("b2");
        }
    }

    @Test
    @DisplayName("GRP-06 a sticky group stays with a listener, and with its consumer after the listener is removed")
    void shouldStayWithListeners() throws JMSException {
        List<String> heard = new CopyOnWriteArrayList<>();
        try (Taker first = new Taker(Session.AUTO_ACKNOWLEDGE, null);
                Taker second = taker()) {
            first.consumer.setMessageListener(message -> {
                try {
                    heard.add(text(message));
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            send("a1");
            eventually("the listener got the first message", () -> heard.size() == 1);
            send("a2");
            eventually("the listener got the second message", () -> heard.size() == 2);
            first.consumer.setMessageListener(null);
            send("a3", "b1");
            assertThat(worked(second)).containsExactly("b1");
            assertThat(heard).containsExactly("a1", "a2");
        }
    }

    @Test
    @DisplayName("GRP-06 messages that wait for a consumer which does not receive do not block other consumers")
    void shouldNotBlockOthers() throws JMSException {
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1", "b1", "c1");
            assertThat(worked(first)).containsExactly("a1", "b1", "c1");
            try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                    var many = transacted.createProducer(place().destination(transacted, name))) {
                for (int i = 0; i < 1_300; i++) {
                    many.send(grouped(transacted, "abc".charAt(i % 3) + "x"));
                }
                many.send(grouped(transacted, "d1"));
                transacted.commit();
            }
            assertThat(worked(second)).containsExactly("d1");
            send("e1");
            assertThat(worked(second)).containsExactly("e1");
        }
    }

    @Test
    @DisplayName(
            "GRP-06, GRP-04 a sticky group cannot be accepted, and no other consumer receives from an accepted group")
    void shouldBeRefused() throws JMSException {
        try (Taker first = taker();
                Session other = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            send("a1");
            assertThat(worked(first)).containsExactly("a1");
            assertThatThrownBy(() -> place().accept(other, name, "a"))
                    .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                            .isEqualTo("RESTANTE-GROUP-LOCKED"));
            send("a2", "b1");
            RestanteMessageGroup any = place().acceptAnyNow(other, name).orElseThrow();
            assertThat(any.id()).isEqualTo("b");
            send("b2");
            assertThat(worked(first)).containsExactly("a2");
            any.close();
            assertThat(worked(first)).containsExactly("b1", "b2");
        }
    }

    @Test
    @DisplayName("GRP-06 sticky groups can be switched on and off while consumers are open")
    void shouldFollowTheOption() throws JMSException {
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1");
            assertThat(worked(first)).containsExactly("a1");
            alter(QueueOptions.defaults());
            assertThat(worked(first)).isEmpty();
            send("a2");
            assertThat(worked(second)).containsExactly("a2");
            alter(STICKY);
            send("a3");
            assertThat(worked(second)).containsExactly("a3");
            send("a4");
            assertThat(worked(first)).isEmpty();
            assertThat(worked(second)).containsExactly("a4");
        }
    }

    @Test
    @DisplayName("GRP-06 a closed consumer leaves no group assignment in the store")
    void shouldBeForgotten() throws Exception {
        Taker first = taker();
        send("a1");
        assertThat(worked(first)).containsExactly("a1");
        send("a2");
        first.close();
        assertThat(stored("COUNT(*) FROM restante_message_group")).isZero();
        assertThat(place().drain(connection, name)).containsExactly("a2");
    }
}
