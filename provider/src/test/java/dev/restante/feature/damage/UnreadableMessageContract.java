package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that is damaged in the store. */
public abstract class UnreadableMessageContract extends JmsContract {

    /** More than a browser reads at once. */
    private static final int MANY = 150;

    private Session session;
    private Queue queue;

    @BeforeEach
    final void openSession() throws JMSException {
        session = autoSession();
        queue = session.createQueue("q");
    }

    /** Replaces head or body of a stored message; returns the former one. */
    private byte[] replace(String column, String messageId, byte[] replacement) throws SQLException {
        long id = Long.parseLong(messageId.substring(messageId.lastIndexOf('-') + 1), 16);
        try (Connection database = url().startsWith("jdbc:hsqldb")
                        ? DriverManager.getConnection(url(), "SA", "")
                        : DriverManager.getConnection(url());
                PreparedStatement select =
                        database.prepareStatement("SELECT " + column + " FROM restante_message WHERE id = " + id);
                PreparedStatement update =
                        database.prepareStatement("UPDATE restante_message SET " + column + " = ? WHERE id = " + id);
                ResultSet row = select.executeQuery()) {
            assertThat(row.next()).as("the message is stored").isTrue();
            byte[] former = row.getBytes(1);
            update.setBytes(1, replacement);
            assertThat(update.executeUpdate()).isEqualTo(1);
            return former;
        }
    }

    private QueueStatistics statistics() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.statistics("q");
        }
    }

    private int browsed(Queue browsed) throws JMSException {
        try (QueueBrowser browser = session.createBrowser(browsed)) {
            int shown = 0;
            for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); all.nextElement()) {
                shown++;
            }
            return shown;
        }
    }

    private Message fill(int deliveryMode) throws JMSException {
        Message damaged = session.createTextMessage("damaged");
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.setDeliveryMode(deliveryMode);
            producer.send(damaged);
            for (int i = 1; i < MANY; i++) {
                producer.send(session.createTextMessage("whole"));
            }
        }
        eventually("all are stored", () -> statistics().available() == MANY);
        return damaged;
    }

    @ParameterizedTest(name = "delivery mode {0}")
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName(
            "a stored message that can't be read goes to the dead-letter queue; browsers and consumers get all others")
    void shouldDeadLetterTheUnreadable(int deliveryMode) throws Exception {
        Message damaged = fill(deliveryMode);
        byte[] head = replace("head", damaged.getJMSMessageID(), new byte[] {0});

        assertThat(browsed(queue)).isEqualTo(MANY - 1);
        List<String> received = drain(queue);
        assertThat(received).hasSize(MANY - 1).containsOnly("whole");
        eventually("the damaged one is dead-lettered", () -> statistics().deadLettered() == 1);
        Queue deadLetters = session.createQueue("q/$DeadLetterQueue");
        assertThat(browsed(deadLetters)).isZero();

        replace("head", damaged.getJMSMessageID(), head);
        try (MessageConsumer consumer = session.createConsumer(deadLetters)) {
            Message repaired = receive(consumer);
            assertThat(text(repaired)).isEqualTo("damaged");
            assertThat(repaired.getStringProperty("DeadLetterReason")).isEqualTo("MessageUnreadable");
            assertThat(repaired.getStringProperty("DeadLetterSource")).isEqualTo("q");
        }
    }

    @Test
    @DisplayName(
            "SND-01 a body that was changed in the store never reaches an application; its message is dead-lettered")
    void shouldNotHandOverChangedBody() throws Exception {
        Message damaged = fill(DeliveryMode.PERSISTENT);
        replace("body", damaged.getJMSMessageID(), "changed".getBytes(StandardCharsets.UTF_8));

        assertThat(browsed(queue)).isEqualTo(MANY - 1);
        assertThat(drain(queue)).hasSize(MANY - 1).containsOnly("whole");
        eventually("the damaged one is dead-lettered", () -> statistics().deadLettered() == 1);
    }
}
