package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JdkObsolete") // the interface of QueueBrowser
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
    @DisplayName(
            "BRW-03, BRW-04, BRW-08 browsing shows messages in order, page after page, and takes and counts nothing")
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
    @DisplayName("BRW-02, BRW-06 only what the selector matches is shown; a wrong selector is refused")
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
    @DisplayName("BRW-11 a closed browser refuses calls, and can be closed again")
    void shouldClose() throws JMSException {
        QueueBrowser browser = session.createBrowser(queue);
        assertThat(browser.getQueue()).isEqualTo(queue);
        browser.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(browser::getEnumeration);
        assertThatCode(browser::close).doesNotThrowAnyException();
    }
}
