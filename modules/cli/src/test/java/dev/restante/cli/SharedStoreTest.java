package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.api.MessageLockLostException;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.Terminal;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Command line on a store that an application uses")
class SharedStoreTest {

    private static final long TIMEOUT_MILLIS = 20_000;

    private final Run.CommandLineRunner prompt = new Run.CommandLineRunner();
    private final String url = TestPostgres.newDatabase();
    private final RestanteConnectionFactory application = new RestanteConnectionFactory(url + "&ApplicationName=app");
    private Session session;
    private Queue orders;

    @BeforeEach
    void open() throws JMSException {
        prompt.with("RESTANTE_URL", url);
        Connection connection = application.createConnection();
        connection.start();
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        orders = session.createQueue("orders");
    }

    @AfterEach
    void close() throws JMSException {
        application.close();
    }

    private void send(String... texts) throws JMSException {
        try (MessageProducer producer = session.createProducer(orders)) {
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    @Test
    @DisplayName("BEY-04 break-lock ends the lock of an application, which then receives the message again")
    void shouldBreakLocksOfOthers() throws JMSException {
        send("a");
        try (MessageConsumer consumer = session.createConsumer(orders)) {
            Message held = consumer.receive(TIMEOUT_MILLIS);
            Object locked = at(prompt.json("peek", "orders"), "messages", 0);
            assertThat(at(locked, "state")).isEqualTo("LOCKED");
            assertThat((String) at(locked, "lockedBy")).isNotBlank();
            String number = (String) at(locked, "sequenceNumber");
            Object broken = prompt.json("break-lock", "orders", number, "--timeout", "20s");
            assertThat(at(broken, "result")).isEqualTo("BROKEN");
            assertThatExceptionOfType(MessageLockLostException.class)
                    .isThrownBy(() -> PeekLock.of(held).complete());
            Message again = consumer.receive(TIMEOUT_MILLIS);
            assertThat(((TextMessage) again).getText()).isEqualTo("a");
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
            again.acknowledge();
        }
    }

    @Test
    @DisplayName(
            "BEY-04 VIS-10 commands on a store in use take no message from the application, and leave no node behind")
    void shouldNotDisturb() throws Exception {
        Set<String> received = new HashSet<>();
        try (MessageConsumer consumer = session.createConsumer(orders)) {
            for (int round = 0; round < 3; round++) {
                send("a" + round, "b" + round);
                prompt.ok("stats", "orders");
                prompt.ok("browse", "orders");
                prompt.ok("top", "--once");
                for (int i = 0; i < 2; i++) {
                    Message message = consumer.receive(TIMEOUT_MILLIS);
                    assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
                    received.add(((TextMessage) message).getText());
                    message.acknowledge();
                }
            }
            assertThat(received).hasSize(6);
            prompt.ok("send", "orders", "from the shell", "--property", "n:int=1");
            Message message = consumer.receive(TIMEOUT_MILLIS);
            assertThat(message.getIntProperty("n")).isEqualTo(1);
            PeekLock.of(message).deadLetter("NoPaint", null, java.util.Map.of());
            assertThat(at(prompt.json("redrive", "orders"), "moved")).isEqualTo(BigDecimal.ONE);
            assertThat(((TextMessage) consumer.receive(TIMEOUT_MILLIS)).getText())
                    .isEqualTo("from the shell");
            assertThat(prompt.fails(4, "queue", "delete", "orders").err()).contains("--force");
        }
        assertThat(nodes())
                .as("nodes; only the node of the application is left")
                .isEqualTo(1);
    }

    private int nodes() throws SQLException {
        try (java.sql.Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM restante_node")) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    @DisplayName("RCV-08 a received message that cannot be printed becomes available again at once")
    void shouldGiveBackWhatCouldNotBePrinted() throws JMSException {
        send("a", "b");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int value) throws java.io.IOException {
                throw new java.io.IOException("broken pipe");
            }
        };
        CommandContext context = new CommandContext(
                InputStream.nullInputStream(),
                broken,
                err,
                name -> name.equals("RESTANTE_URL") ? url : null,
                Terminal.NONE);
        assertThat(Main.run(context, "receive", "orders", "-n", "2")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("was released");
        assertThat(at(prompt.json("stats", "orders"), 0, "available")).isEqualTo(new BigDecimal(2));
    }

    @Test
    @DisplayName("BEY-03 an interrupted redrive stops, keeps its completed moves, and prints their number")
    void shouldEndWhenInterrupted() throws Exception {
        prompt.ok("queue", "create", "slow");
        prompt.withInput("x\n".repeat(20)).ok("send", "slow", "--lines");
        prompt.ok("receive", "slow", "-n", "20", "--settle", "dead-letter");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandContext context = prompt.newContext(out, err);
        Thread command = new Thread(() -> Main.run(context, "redrive", "slow", "--rate", "1", "--json"));
        command.start();
        while (at(prompt.json("stats", "slow"), 0, "available").toString().equals("0")) {
            assertThat(command.isAlive()).isTrue();
        }
        context.interrupt();
        command.interrupt();
        command.join(Duration.ofSeconds(30).toMillis());
        assertThat(command.isAlive()).isFalse();
        String printed = out.toString(StandardCharsets.UTF_8);
        assertThat(printed).contains("\"cancelled\":true");
        Object counts = at(prompt.json("stats", "slow"), 0);
        assertThat(((BigDecimal) at(counts, "available")).add((BigDecimal) at(counts, "deadLettered")))
                .isEqualTo(new BigDecimal(20));
        assertThat(printed).contains("\"moved\":" + at(counts, "available"));
    }
}
