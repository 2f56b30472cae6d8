package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged rows of messages in the file of an embedded store, for which HSQLDB has no checksums. */
class DamagedDataFileTest {

    private static final int BODY_CHARS = 100;

    /** Highest number of bytes before the text in a row: the length of the body, and its encoding. */
    private static final int MOST_BEFORE_TEXT = 20;

    @TempDir
    private Path folder;

    private RestanteConnectionFactory open() throws JMSException {
        RestanteConnectionFactory factory =
                new RestanteConnectionFactory("jdbc:hsqldb:file:" + folder.resolve("store"));
        factory.setStoreTimeout(Duration.ofSeconds(1));
        return factory;
    }

    private static String text(int number) {
        return "<message " + number + ">" + "x".repeat(BODY_CHARS);
    }

    private void fill(int count) throws JMSException {
        try (RestanteConnectionFactory factory = open();
                Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(session.createQueue("q"))) {
            for (int number = 0; number < count; number++) {
                producer.send(session.createTextMessage(text(number)));
            }
        }
    }

    /** Changes a character of a body. */
    private void changeBody(int number) throws IOException {
        write(bodyInFile(number), new byte[] {'X'});
    }

    /** Makes a body longer than its row, so that HSQLDB cannot read the row. */
    private void breakRow(int number) throws IOException {
        long body = bodyInFile(number);
        ByteBuffer before = ByteBuffer.wrap(read(body - MOST_BEFORE_TEXT, MOST_BEFORE_TEXT));
        for (int position = MOST_BEFORE_TEXT - Integer.BYTES; position >= 0; position--) {
            int prefix = MOST_BEFORE_TEXT - Integer.BYTES - position;
            if (before.getInt(position) == prefix + text(number).length()) {
                write(body - prefix - Integer.BYTES, new byte[] {0, 0, 0x7F, 0});
                return;
            }
        }
        throw new AssertionError("the length of the body does not precede the body");
    }

    private long bodyInFile(int number) throws IOException {
        String bytes = Files.readString(data(), StandardCharsets.ISO_8859_1);
        int body = bytes.indexOf("<message " + number + ">");
        assertThat(body).as("position of the body in the file").isGreaterThan(MOST_BEFORE_TEXT);
        return body;
    }

    private Path data() {
        return folder.resolve("store.data");
    }

    private byte[] read(long position, int length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(data().toFile(), "r")) {
            byte[] bytes = new byte[length];
            file.seek(position);
            file.readFully(bytes);
            return bytes;
        }
    }

    private void write(long position, byte[] bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(data().toFile(), "rw")) {
            file.seek(position);
            file.write(bytes);
        }
    }

    @Test
    @DisplayName("SND-01 damaged messages are dead-lettered, and all other messages are received unchanged")
    void shouldReceiveTheOthers() throws Exception {
        int count = 300;
        fill(count);
        changeBody(7);
        changeBody(150);
        try (RestanteConnectionFactory factory = open();
                Connection connection = factory.createConnection();
                Session session = connection.createSession();
                RestanteAdmin admin = factory.admin()) {
            connection.start();
            Queue queue = session.createQueue("q");
            List<String> received = new ArrayList<>();
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                for (Message next = consumer.receive(1); next != null; next = consumer.receive(1)) {
                    received.add(JmsContract.text(next));
                }
            }
            List<String> whole = new ArrayList<>();
            for (int number = 0; number < count; number++) {
                if (number != 7 && number != 150) {
                    whole.add(text(number));
                }
            }
            assertThat(received).isEqualTo(whole);
            JmsContract.eventually(
                    "both damaged messages are dead-lettered",
                    () -> admin.statistics("q").deadLettered() == 2);
        }
    }

    @Test
    @DisplayName(
            "RCV-16 a receive fails if the store can read no message of the queue, instead of returning no message")
    void shouldNotSayThatThereIsNothing() throws Exception {
        fill(2);
        changeBody(0);
        breakRow(1);
        try (RestanteConnectionFactory factory = open();
                Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue("q"))) {
            connection.start();
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> consumer.receive(5))
                    .matches(failure -> failure.getErrorCode().equals("RESTANTE-STORE-UNAVAILABLE"));
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(consumer::receiveNoWait)
                    .matches(failure -> failure.getErrorCode().equals("RESTANTE-STORE-UNAVAILABLE"));
        }
    }
}
