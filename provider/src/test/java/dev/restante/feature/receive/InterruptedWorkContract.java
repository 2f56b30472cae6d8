package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of an interrupted thread that change the store. */
@DisplayName("calls of an interrupted thread")
public abstract class InterruptedWorkContract extends JmsContract {

    private static final int ROUNDS = 20;

    /** Number of messages that a round receives and releases. */
    private static final int TOGETHER = 3;

    private static final List<String> ORDER =
            IntStream.range(0, ROUNDS).mapToObj(i -> "m" + i).toList();

    @AfterEach
    final void clear() {
        boolean unused = Thread.interrupted();
    }

    /** Call that releases messages, with the session mode and the call that settles messages. */
    enum GivingBack {
        ROLLBACK(Session.SESSION_TRANSACTED) {
            @Override
            void giveBack(Session session) throws JMSException {
                session.rollback();
            }

            @Override
            void settle(Session session, Message message) throws JMSException {
                session.commit();
            }
        },
        RECOVER(Session.CLIENT_ACKNOWLEDGE) {
            @Override
            void giveBack(Session session) throws JMSException {
                session.recover();
            }

            @Override
            void settle(Session session, Message message) throws JMSException {
                message.acknowledge();
            }
        };

        private final int sessionMode;

        GivingBack(int sessionMode) {
            this.sessionMode = sessionMode;
        }

        abstract void giveBack(Session session) throws JMSException;

        abstract void settle(Session session, Message message) throws JMSException;
    }

    /** Makes a call in an interrupted thread. Asserts that the thread stays interrupted, and clears the interrupt. */
    private static void interrupted(Call call) throws JMSException {
        Thread.currentThread().interrupt();
        call.make();
        assertThat(Thread.interrupted())
                .as("the thread is interrupted after the call")
                .isTrue();
    }

    /** Call of the application. */
    private interface Call {
        void make() throws JMSException;
    }

    private Queue filled() throws JMSException {
        Queue queue = queue("q");
        send(queue, IntStream.range(0, ROUNDS + TOGETHER).mapToObj(i -> "m" + i).toArray(String[]::new));
        return queue;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("RCV-06 messages that an interrupted thread releases are received before later messages")
    final void shouldKeepTheOrder(GivingBack way) throws JMSException {
        Queue queue = filled();
        Session session = connection.createSession(way.sessionMode);
        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(givenBackInRounds(session, consumer, way)).isEqualTo(ORDER);
    }

    @Test
    @DisplayName("RCV-06, BEY-05 messages that an interrupted thread releases keep their order for a consumer with a "
            + "selector")
    final void shouldKeepTheOrderOfASelector() throws JMSException {
        Queue queue = filled();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue, "missing IS NULL");
        assertThat(givenBackInRounds(session, consumer, GivingBack.ROLLBACK)).isEqualTo(ORDER);
    }

    private static List<String> givenBackInRounds(Session session, MessageConsumer consumer, GivingBack way)
            throws JMSException {
        List<String> firsts = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < TOGETHER; i++) {
                receive(consumer);
            }
            interrupted(() -> way.giveBack(session));
            Message first = receive(consumer);
            firsts.add(text(first));
            way.settle(session, first);
        }
        return firsts;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("RCV-06 messages that a listener releases in an interrupted thread keep their order")
    final void shouldKeepTheOrderOfAListener(boolean rollback) throws Exception {
        GivingBack way = rollback ? GivingBack.ROLLBACK : GivingBack.RECOVER;
        Queue queue = filled();
        Session session = connection.createSession(way.sessionMode);
        CompletableFuture<List<String>> all = new CompletableFuture<>();
        List<String> firsts = new ArrayList<>();
        List<String> since = new ArrayList<>();
        session.createConsumer(queue).setMessageListener(message -> {
            if (all.isDone()) {
                return;
            }
            try {
                since.add(text(message));
                if (since.size() == TOGETHER) {
                    interrupted(() -> way.giveBack(session));
                } else if (since.size() > TOGETHER) {
                    firsts.add(text(message));
                    since.clear();
                    way.settle(session, message);
                }
                if (firsts.size() == ROUNDS) {
                    all.complete(List.copyOf(firsts));
                }
            } catch (JMSException | RuntimeException | AssertionError failure) {
                all.completeExceptionally(failure);
            }
        });
        assertThat(result(all)).isEqualTo(ORDER);
    }

    @Test
    @DisplayName("RCV-22 sends, settlements and closes complete in an interrupted thread, which stays interrupted")
    final void shouldRunToTheEnd() throws JMSException {
        Queue queue = queue("q");
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        interrupted(() -> producer.send(session.createTextMessage("committed")));
        interrupted(session::commit);
        Session acknowledging = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        interrupted(() -> acknowledging.createProducer(queue).send(session.createTextMessage("sent")));
        MessageConsumer consumer = acknowledging.createConsumer(queue);
        receive(consumer);
        Message second = receive(consumer);
        assertThat(text(second)).isEqualTo("sent");
        interrupted(second::acknowledge);
        send(queue, "left");
        receive(consumer);
        interrupted(consumer::close);
        interrupted(session::close);
        interrupted(acknowledging::close);
        assertThat(drain(queue)).containsExactly("left");
        interrupted(connection::close);
    }

    @Test
    @DisplayName("an interrupted thread opens a store, creates and browses a queue, and administers it")
    final void shouldOpenAndLook() throws JMSException {
        factory.close();
        interrupted(() -> {
            try (Connection opened = factory.createConnection();
                    Session session = opened.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                    RestanteAdmin admin = factory.admin()) {
                Queue queue = session.createQueue("new");
                session.createConsumer(queue).close();
                assertThat(session.createBrowser(queue).getEnumeration().hasMoreElements())
                        .isFalse();
                assertThat(admin.queues()).isNotEmpty();
            }
        });
    }
}
