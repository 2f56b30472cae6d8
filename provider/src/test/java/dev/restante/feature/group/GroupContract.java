package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Distribution of message groups to sessions, for consumers that accept no groups. */
@DisplayName("message groups")
public abstract class GroupContract extends GroupFixture {

    @Test
    @DisplayName("VIS-07, RCV-07 group messages of a closed session are received next, before later messages")
    void shouldComeBackToTheFront() throws JMSException {
        for (int round = 0; round < 20; round++) {
            open("round " + round);
            send("-1", "a2", "-3", "-4", "-5");
            try (Taker staying = new Taker(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, null);
                    Taker leaving = new Taker(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, null)) {
                assertThat(text(receive(staying.consumer))).isEqualTo("-1");
                assertThat(text(receive(leaving.consumer))).isEqualTo("a2");
                leaving.session.close();
                assertThat(text(receive(staying.consumer))).isEqualTo("a2");
            }
        }
    }

    @Test
    @DisplayName("GRP-01 a queue that requires groups rejects a send without a group id, and still delivers earlier "
            + "messages")
    void shouldRequireGroups() throws JMSException {
        assumeThat(place()).isEqualTo(GroupPlace.QUEUE);
        send("-1");
        alter(QueueOptions.defaults().withGroupsRequired(true));

        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> send("-2"))
                .satisfies(refused -> assertThat(refused.getErrorCode()).isEqualTo("RESTANTE-GROUP-REQUIRED"));
        TextMessage blank = sender.createTextMessage("blank");
        blank.setStringProperty("JMSXGroupID", "");
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.send(blank));
        send("a1");
        assertThat(place().drain(connection, name)).containsExactly("-1", "a1");
    }

    @Test
    @DisplayName(
            "VIS-07 while a message of a group is in flight, other sessions receive only messages outside the group")
    void shouldGiveAGroupToOneSession() throws JMSException {
        send("a1", "a2", "-1", "b1", "a3", "b2");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");

            assertThat(second.names()).containsExactly("-1", "b1", "b2");
            assertThat(first.names()).containsExactly("a2", "a3");
            PeekLock.of(a1).complete();
            assertNothing(second.consumer);
        }
    }

    @Test
    @DisplayName(
            "VIS-07 new messages of a group go to the session that has its messages in flight, until all are settled")
    void shouldPassAGroupOnWhenAllIsSettled() throws JMSException {
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1");
            Message a1 = first.one("a1");
            send("a2", "a3");
            assertNothing(second.consumer);
            Message a2 = first.one("a2");
            PeekLock.of(a1).complete();
            assertNothing(second.consumer);
            PeekLock.of(a2).complete();

            Message a3 = second.one("a3");
            send("a4");
            assertNothing(first.consumer);
            PeekLock.of(a3).complete();
            first.one("a4");
        }
    }

    @Test
    @DisplayName("VIS-07 a waiting consumer is woken when the group of a prefetched message becomes free")
    void shouldWakeWhoeverWaits() throws Exception {
        send("a1", "a2");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");
            CompletableFuture<Message> waiting = waitingOnOtherThread(() -> receive(second.consumer));

            PeekLock.of(a1).complete();

            assertThat(text(waiting.join())).isEqualTo("a2");
        }
    }

    @Test
    @DisplayName("VIS-07 abandoning a message also releases the later messages of its group, which return in order")
    void shouldTakeBackTheLaterOnes() throws JMSException {
        send("a1", "a2", "a3", "a4", "b1");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");
            Message a2 = first.one("a2");
            Message a3 = first.one("a3");

            PeekLock.of(a2).abandon();

            assertThatExceptionOfType(MessageLockLostException.class)
                    .isThrownBy(() -> PeekLock.of(a3).complete());
            assertThat(second.names()).containsExactly("b1");
            PeekLock.of(a1).complete();
            assertThat(second.names()).containsExactly("a2", "a3", "a4");
        }
    }

    @Test
    @DisplayName("VIS-07 an expired lock releases all in-flight messages of its group")
    void shouldComeBackWhenALockRunsOut() throws JMSException {
        send("a1", "a2", "a3");
        try (Taker first = taker();
                Taker second = taker()) {
            first.one("a1");
            time.jump(LOCK.minusSeconds(10));
            Message a2 = first.one("a2");

            time.jump(Duration.ofSeconds(11));

            List<String> names = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                names.add(text(receive(second.consumer)));
            }
            assertThat(names).containsExactly("a1", "a2", "a3");
            assertThatExceptionOfType(MessageLockLostException.class)
                    .isThrownBy(() -> PeekLock.of(a2).complete());
        }
    }

    @Test
    @DisplayName("VIS-07 rollback and recover return a group in order, before messages that arrived meanwhile")
    void shouldKeepTheOrderOverARollback() throws JMSException {
        send("a1", "a2", "a3");
        try (Taker transacted = new Taker(Session.SESSION_TRANSACTED, null);
                Taker acknowledging = new Taker(Session.CLIENT_ACKNOWLEDGE, null)) {
            transacted.one("a1");
            transacted.one("a2");
            send("a4");
            assertNothing(acknowledging.consumer);
            transacted.session.rollback();

            assertThat(acknowledging.names()).containsExactly("a1", "a2", "a3", "a4");
            send("a5");
            acknowledging.session.recover();
            assertThat(acknowledging.names()).containsExactly("a1", "a2", "a3", "a4", "a5");
            acknowledging.session.recover();
            assertThat(transacted.names()).containsExactly("a1", "a2", "a3", "a4", "a5");
            transacted.session.commit();
        }
        assertThat(place().drain(connection, name)).isEmpty();
    }

    @Test
    @DisplayName("GRP-02 a group moves to another session when its session closes")
    void shouldMoveOnWhenTheSessionCloses() throws JMSException {
        send("a1", "a2");
        try (Taker second = taker()) {
            Taker first = taker();
            first.one("a1");
            first.one("a2");
            assertNothing(second.consumer);
            first.close();

            assertThat(second.names()).containsExactly("a1", "a2");
        }
    }

    @Test
    @DisplayName("VIS-07 the session of a closed consumer keeps a group until it settles the received messages")
    void shouldHoldUntilSettled() throws JMSException {
        send("a1", "a2", "b1");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");
            first.consumer.close();
            assertThat(second.names()).containsExactly("b1");
            PeekLock.of(a1).complete();
            assertThat(second.names()).containsExactly("a2");
        }
    }
}
