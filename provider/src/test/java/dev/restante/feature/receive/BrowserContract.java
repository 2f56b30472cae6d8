package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueConnection;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JdkObsolete")
public // the interface of QueueBrowser
abstract class BrowserContract extends JmsContract {

    private Session session;
    private Queue queue;

    @BeforeEach
    final void openSession() throws JMSException {
        session = autoSession();
        queue = session.createQueue("q");
    }

    private static List<String> texts(QueueBrowser browser) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); ) {
            texts.add(text((Message) all.nextElement()));
        }
        return texts;
    }

    @Test
    @DisplayName("BRW-03, BRW-04, BRW-08 a browser shows messages in order, page after page, and receives and counts "
            + "nothing")
    void shouldBrowse() throws JMSException {
        String[] sent = IntStream.range(0, 250).mapToObj(i -> "m" + i).toArray(String[]::new);
        send(queue, sent);
        assertThat(texts(session.createBrowser(queue))).containsExactly(sent);
        Message first = receive(session.createConsumer(queue));
        assertThat(text(first)).isEqualTo("m0");
        assertThat(first.getJMSRedelivered()).isFalse();
        assertThat(first.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
    }

    @Test
    @DisplayName("BRW-02, RCV-09, RCV-10 a selector sees the properties that a settlement has changed")
    void shouldSelectByChangedProperties() throws JMSException {
        Session locking = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = locking.createConsumer(queue);
        send(queue, "a");
        PeekLock.of(receive(consumer)).abandon(Map.of("step", 2));
        assertThat(texts(session.createBrowser(queue, "step = 2 AND JMSXDeliveryCount = 2")))
                .containsExactly("a");
        PeekLock.of(receive(consumer)).deadLetter("Rotten", "smells", Map.of("step", 3));
        Queue deadLetters = session.createQueue("q/$DeadLetterQueue");
        assertThat(texts(session.createBrowser(
                        deadLetters, "DeadLetterReason = 'Rotten' AND DeadLetterSource = 'q' AND step = 3")))
                .containsExactly("a");
        assertThat(texts(session.createBrowser(deadLetters, "step = 2"))).isEmpty();
    }

    @Test
    @DisplayName(
            "BRW-02, BRW-06 a browser shows only messages that match its selector, and an invalid selector is rejected")
    void shouldSelect() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 6; i++) {
            Message message = session.createTextMessage("m" + i);
            message.setIntProperty("i", i);
            producer.send(message);
        }
        QueueBrowser browser = session.createBrowser(queue, "i > 3");
        assertThat(texts(browser)).containsExactly("m4", "m5");
        assertThat(browser.getMessageSelector()).isEqualTo("i > 3");
        assertThat(session.createBrowser(queue, "").getMessageSelector()).isNull();
        assertThatExceptionOfType(InvalidSelectorException.class).isThrownBy(() -> session.createBrowser(queue, "i >"));
    }

    @Test
    @DisplayName("BRW-09 the enumeration ends with NoSuchElementException")
    void shouldEndEnumeration() throws JMSException {
        send(queue, "a");
        Enumeration<?> all = session.createBrowser(queue).getEnumeration();
        all.nextElement();
        assertThat(all.hasMoreElements()).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(all::nextElement);
    }

    @Test
    @DisplayName("BRW-10 a stopped connection can browse")
    void shouldBrowseWhileStopped() throws JMSException {
        send(queue, "a");
        connection.stop();
        assertThat(texts(session.createBrowser(queue))).containsExactly("a");
    }

    @Test
    @DisplayName("BRW-11 a closed browser rejects calls, and can be closed again")
    void shouldClose() throws JMSException {
        QueueBrowser browser = session.createBrowser(queue);
        assertThat(browser.getQueue()).isEqualTo(queue);
        browser.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(browser::getEnumeration);
        assertThatCode(browser::close).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("BRW-01 sessions, queue sessions and contexts create browsers")
    void shouldCreateBrowsersEverywhere() throws JMSException {
        send(queue, "a");
        assertThat(texts(session.createBrowser(queue))).containsExactly("a");
        try (QueueConnection legacy = factory.createQueueConnection();
                JMSContext context = factory.createContext()) {
            var queueSession = legacy.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            assertThat(texts(queueSession.createBrowser(queue))).containsExactly("a");
            assertThat(texts(queueSession.createBrowser(queue, "JMSPriority = 4")))
                    .containsExactly("a");
            assertThat(texts(context.createBrowser(queue))).containsExactly("a");
            assertThat(texts(context.createBrowser(queue, "JMSPriority = 9"))).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "BRW-05 a browser shows each message that stays in the queue once and in order, while the queue changes")
    void shouldBrowseWhileQueueChanges() throws JMSException {
        String[] sent = IntStream.range(0, 350).mapToObj(i -> "m" + i).toArray(String[]::new);
        send(queue, sent);
        List<String> shown = new ArrayList<>();
        Enumeration<?> all = session.createBrowser(queue).getEnumeration();
        shown.add(text((Message) all.nextElement()));
        try (var consumer = session.createConsumer(queue)) {
            for (int i = 0; i < 150; i++) {
                receive(consumer);
            }
        }
        send(queue, "new");
        while (all.hasMoreElements()) {
            shown.add(text((Message) all.nextElement()));
        }
        assertThat(shown)
                .doesNotHaveDuplicates()
                .containsSubsequence(
                        IntStream.range(150, 350).mapToObj(i -> "m" + i).toList());
    }
}
