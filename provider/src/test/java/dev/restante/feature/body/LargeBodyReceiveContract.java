package dev.restante.feature.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.api.ErrorCodes;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time for which a large body can be read, in each session mode. */
public abstract class LargeBodyReceiveContract extends LargeBodyFixture {

    private static void assertGone(Message message) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> assertWhole(message))
                .satisfies(gone -> assertThat(gone.getErrorCode()).isEqualTo(ErrorCodes.BODY_UNAVAILABLE));
    }

    @ParameterizedTest
    @ValueSource(
            ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, RestanteSessionModes.RECEIVE_AND_DELETE})
    @DisplayName("LRG-03 in automatic modes, a large body can be read until the session continues")
    void shouldReadUntilTheSessionGoesOn(int mode) throws JMSException {
        sendLarge(queue);
        try (Session session = connection.createSession(mode);
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message received = receive(consumer);
            // AUTO_ACKNOWLEDGE has acknowledged the message by then.
            time.jump(Duration.ofSeconds(20));
            eventually(
                    "the message is settled",
                    () -> stored("COUNT(*) FROM restante_message") == 0 || mode == Session.DUPS_OK_ACKNOWLEDGE);
            assertWhole(received);
            time.jump(Duration.ofMinutes(2));
            assertWhole(received);
            assertNothing(consumer);
            if (mode != Session.DUPS_OK_ACKNOWLEDGE) {
                assertGone(received);
            }
            send(queue, "last");
            receive(consumer);
            awaitNothingLeft();
            assertGone(received);
        }
    }

    @Test
    @DisplayName("LRG-03 under a peek-lock, a large body can be read until the session continues after the settlement")
    void shouldReadUnderAPeekLock() throws JMSException, SQLException {
        sendLarge(queue);
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message received = receive(consumer);
            assertNothing(consumer);
            assertWhole(received);
            received.acknowledge();
            assertWhole(received);
            assertThat(((BytesMessage) received).getBodyLength()).isEqualTo(LARGE);
            assertNothing(consumer);
            assertGone(received);
            awaitNothingLeft();
        }
    }

    @Test
    @DisplayName("LRG-03 after a lost lock, both the former and the next consumer can read the large body")
    void shouldReadAfterALostLock() throws JMSException {
        sendLarge(queue);
        try (Session first = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer slow = first.createConsumer(queue)) {
            BytesMessage lost = (BytesMessage) receive(slow);
            lost.readInt();
            time.jump(Duration.ofSeconds(31));
            try (Session second = autoSession();
                    MessageConsumer other = second.createConsumer(queue)) {
                Message again = receive(other);
                assertThat(again.getJMSRedelivered()).isTrue();
                assertWhole(again);
            }
            assertWhole(lost);
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-03 a large body cannot be read after its session is closed")
    void shouldNotReadAfterClose() throws JMSException {
        sendLarge(queue);
        Message received;
        try (Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            received = receive(consumer);
        }
        assertGone(received);
        receiveWhole(queue);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-03 a listener can read a large body, even if its message is settled on delivery")
    void shouldReadInAListener() throws Exception {
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, RestanteSessionModes.RECEIVE_AND_DELETE}) {
            CompletableFuture<Boolean> read = new CompletableFuture<>();
            try (Session session = connection.createSession(mode);
                    MessageConsumer consumer = session.createConsumer(queue)) {
                consumer.setMessageListener(message -> {
                    try {
                        assertWhole(message);
                        read.complete(true);
                    } catch (JMSException | RuntimeException | Error failed) {
                        read.completeExceptionally(failed);
                    }
                });
                sendLarge(queue);
                assertThat(result(read)).isTrue();
                awaitNothingLeft();
            }
        }
    }

    @Test
    @DisplayName("LRG-04 a rollback redelivers a message with its large body, and a commit deletes both")
    void shouldReadInATransaction() throws JMSException {
        sendLarge(queue);
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message received = receive(consumer);
            assertWhole(received);
            session.rollback();
            Message again = receive(consumer);
            assertThat(again.getJMSRedelivered()).isTrue();
            assertWhole(again);
            session.commit();
            assertNothing(consumer);
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-02 a large body that a transaction sends is visible after a commit, and deleted by a rollback")
    void shouldSendInATransaction() throws JMSException, SQLException {
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED);
                Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(queue)) {
            sendLarge(session, queue);
            assertStoredOnce();
            assertNothing(consumer);
            session.rollback();
            awaitNothingLeft();

            sendLarge(session, queue);
            time.jump(Duration.ofMinutes(5));
            session.commit();
            assertWhole(receive(consumer));
            sendLarge(session, queue);
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-04 a deferred message keeps its large body, which can be read after a receive by number")
    void shouldReadDeferredMessages() throws JMSException {
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, RestanteSessionModes.RECEIVE_AND_DELETE}) {
            sendLarge(queue);
            long number;
            try (Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                    MessageConsumer consumer = session.createConsumer(queue)) {
                PeekLock lock = PeekLock.of(receive(consumer));
                lock.defer();
                number = lock.sequenceNumber();
            }
            time.jump(Duration.ofMinutes(2));
            try (Session session = connection.createSession(mode)) {
                Message received = RestanteSession.of(session)
                        .receiveDeferred(queue, number)
                        .orElseThrow();
                time.jump(Duration.ofMinutes(2));
                assertWhole(received);
            }
            awaitNothingLeft();
        }
    }

    @Test
    @DisplayName("LRG-03 a browser can read a large body as long as the message exists")
    void shouldBrowse() throws JMSException {
        sendLarge(queue);
        try (Session session = autoSession();
                QueueBrowser browser = session.createBrowser(queue)) {
            Message browsed = (Message) browser.getEnumeration().nextElement();
            assertWhole(browsed);
            receiveWhole(queue);
            awaitNothingLeft();
            assertGone(browsed);
        }
    }
}
