package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of queue browsers: order, selectors, end of the enumeration and closing. */
@ExtendWith(JmsFixtureExtension.class)
@SuppressWarnings("JdkObsolete") // a browser returns an Enumeration
final class BrowserConformance {

    private static List<String> texts(QueueBrowser browser) throws Exception {
        List<String> texts = new ArrayList<>();
        for (Object message : JmsFixture.toList(browser.getEnumeration())) {
            texts.add(((Message) message).getBody(String.class));
        }
        return texts;
    }

    @Test
    @DisplayName("BRW-01 BRW-03 BRW-04 a browser lists messages in order and removes nothing")
    void shouldListInOrder(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a", "b", "c");
        Session session = jms.session();

        assertThat(texts(session.createBrowser(queue))).containsExactly("a", "b", "c");
        assertThat(texts(session.createBrowser(queue))).containsExactly("a", "b", "c");
        jakarta.jms.MessageConsumer consumer = session.createConsumer(queue);
        assertThat(List.of(
                        String.valueOf(JmsFixture.nextText(consumer)),
                        String.valueOf(JmsFixture.nextText(consumer)),
                        String.valueOf(JmsFixture.nextText(consumer))))
                .containsExactly("a", "b", "c");
    }

    @Test
    @DisplayName("BRW-02 EXC-07 EXC-08 a null queue and an invalid selector are rejected")
    void shouldRefuseBadArguments(JmsFixture jms) throws Exception {
        Session session = jms.session();
        JMSContext context = jms.context();
        Queue queue = jms.queue();

        assertThatThrownBy(() -> session.createBrowser(null)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> context.createBrowser(null)).isInstanceOf(InvalidDestinationRuntimeException.class);
        assertThatThrownBy(() -> session.createBrowser(queue, "not a ( selector"))
                .isInstanceOf(InvalidSelectorException.class);
        assertThatThrownBy(() -> context.createBrowser(queue, "not a ( selector"))
                .isInstanceOf(InvalidSelectorRuntimeException.class);
    }

    @Test
    @DisplayName("BRW-06 a browser with a selector lists only matching messages")
    void shouldSelect(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 3; i++) {
            Message message = session.createTextMessage("" + i);
            message.setIntProperty("n", i);
            producer.send(message);
        }

        assertThat(texts(session.createBrowser(queue, "n >= 1"))).containsExactly("1", "2");
        assertThat(session.createBrowser(queue, "n >= 1").getMessageSelector()).isEqualTo("n >= 1");
        assertThat(session.createBrowser(queue).getMessageSelector()).isNull();
        assertThat(session.createBrowser(queue, "").getMessageSelector()).isNull();
    }

    @Test
    @DisplayName("BRW-08 browsing neither marks nor counts a message, and returns copies")
    void shouldNotCountAsDelivery(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session session = jms.session();
        Message browsed =
                (Message) session.createBrowser(queue).getEnumeration().nextElement();
        browsed.clearBody();

        Message received = JmsFixture.next(session.createConsumer(queue));

        assertThat(received.getBody(String.class)).isEqualTo("a");
        assertThat(received.getJMSRedelivered()).isFalse();
        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
    }

    @Test
    @DisplayName("BRW-09 the enumeration ends with NoSuchElementException")
    void shouldEnd(JmsFixture jms) throws Exception {
        Enumeration<?> nothing = jms.session().createBrowser(jms.queue()).getEnumeration();

        assertThat(nothing.hasMoreElements()).isFalse();
        assertThatThrownBy(nothing::nextElement).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    @DisplayName("BRW-11 a closed browser can be closed again, and closes with its session and connection")
    void shouldCloseAgain(JmsFixture jms) throws Exception {
        Connection connection = jms.connection();
        Session session = connection.createSession();
        QueueBrowser browser = session.createBrowser(jms.queue());
        browser.close();
        browser.close();
        session.createBrowser(jms.queue());
        session.close();
        connection.close();
        browser.close();
    }
}
