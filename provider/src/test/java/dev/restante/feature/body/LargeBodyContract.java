package dev.restante.feature.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.api.ErrorCodes;
import dev.restante.testing.PatternStream;
import dev.restante.testing.SingleByteStream;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large bodies that applications send and read through streams. */
public abstract class LargeBodyContract extends LargeBodyFixture {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_000, (256 << 10) - 1, 256 << 10, (256 << 10) + 1, 1 << 20, LARGE})
    @DisplayName("LRG-01 a body of any length is received unchanged")
    void shouldCarryAnyLength(int length) throws JMSException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            BytesMessage message = session.createBytesMessage();
            message.setObjectProperty(INPUT, new PatternStream(length));
            message.setStringProperty("name", "x");
            producer.send(message);
            Message received = receive(consumer);
            assertWhole(received, length);
            assertThat(received.getStringProperty("name")).isEqualTo("x");
            assertThat(received.getBody(byte[].class)).isEqualTo(PatternStream.bytes(length));
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-01 a body that fits into one chunk, or comes from no stream, is stored with its message")
    void shouldStoreSmallBodiesAsEver() throws JMSException, SQLException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue)) {
            BytesMessage message = session.createBytesMessage();
            message.setObjectProperty(INPUT, new PatternStream(100_000));
            producer.send(message);
            assertNoChunks();
            BytesMessage written = session.createBytesMessage();
            written.writeBytes(PatternStream.bytes(LARGE));
            producer.send(written);
            assertNoChunks();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JMS_Restante_SaveStream", "JMS_AMQ_OutputStream", "JMS_AMQ_SaveStream"})
    @DisplayName("LRG-01 the stream properties of Artemis are supported")
    void shouldUnderstandArtemis(String name) throws JMSException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            BytesMessage message = session.createBytesMessage();
            message.setObjectProperty("JMS_AMQ_InputStream", new PatternStream(LARGE));
            producer.send(message);
            PatternStream.Check check = new PatternStream.Check();
            receive(consumer).setObjectProperty(name, check);
            assertThat(check.length()).isEqualTo(LARGE);
        }
    }

    @Test
    @DisplayName("LRG-01 a large body can be read like other bodies, across chunk borders, and again after reset")
    void shouldReadValues() throws JMSException {
        sendLarge(queue);
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            BytesMessage received = (BytesMessage) receive(consumer);
            for (int again = 0; again < 2; again++) {
                byte[] before = new byte[(256 << 10) - 3];
                assertThat(received.readBytes(before)).isEqualTo(before.length);
                assertThat(before).isEqualTo(PatternStream.bytes(before.length));
                long value = 0;
                for (int i = 0; i < 8; i++) {
                    value = value << 8 | Byte.toUnsignedLong(PatternStream.at(before.length + i));
                }
                assertThat(received.readLong()).isEqualTo(value);
                assertThat(received.readByte()).isEqualTo(PatternStream.at(before.length + 8));
                byte[] rest = new byte[LARGE];
                assertThat(received.readBytes(rest)).isEqualTo(LARGE - before.length - 9);
                assertThat(rest[0]).isEqualTo(PatternStream.at(before.length + 9));
                assertThat(received.readBytes(rest)).isEqualTo(-1);
                assertThatExceptionOfType(MessageEOFException.class).isThrownBy(received::readByte);
                received.reset();
            }
        }
    }

    @Test
    @DisplayName("LRG-01 a received large body can be sent on, and then read further by the application")
    void shouldSendOn() throws JMSException {
        sendLarge(queue);
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue);
                MessageProducer producer = session.createProducer(session.createQueue("further"))) {
            BytesMessage received = (BytesMessage) receive(consumer);
            received.readInt();
            producer.send(received);
            assertThat(received.readByte()).isEqualTo(PatternStream.at(4));
        }
        receiveWhole(queue("further"));
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-01 misuse of stream properties is rejected")
    void shouldRefuseMisuse() throws JMSException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> session.createTextMessage().setObjectProperty(INPUT, new PatternStream(1)));
            BytesMessage message = session.createBytesMessage();
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> message.setObjectProperty(INPUT, "text"));
            assertThatExceptionOfType(MessageNotReadableException.class)
                    .isThrownBy(() -> message.setObjectProperty(OUTPUT, OutputStream.nullOutputStream()));
            message.setObjectProperty(INPUT, new PatternStream(LARGE));
            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> message.writeInt(1));
            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(message::reset);
            producer.send(message);
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> producer.send(message))
                    .withMessageContaining(INPUT);
            message.clearBody();
            message.writeInt(1);
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> message.setObjectProperty(INPUT, new PatternStream(1)));
            BytesMessage received = (BytesMessage) receive(consumer);
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> received.setObjectProperty(OUTPUT, "text"));
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> received.setObjectProperty(INPUT, new PatternStream(1)));
            received.clearBody();
            received.writeInt(7);
            producer.send(received);
            assertThat(((BytesMessage) receive(consumer)).readInt()).isEqualTo(7);
        }
    }

    @Test
    @DisplayName("LRG-01 if the output stream of the application fails, the body can be read again")
    void shouldTellThatTheOutputFailed() throws JMSException {
        sendLarge(queue);
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message received = receive(consumer);
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> received.setObjectProperty(OUTPUT, new OutputStream() {
                        @Override
                        public void write(int value) throws IOException {
                            throw new IOException("disk full");
                        }
                    }))
                    .withMessageContaining("disk full")
                    .satisfies(failed -> assertThat(failed.getErrorCode()).isEqualTo(ErrorCodes.BODY_STREAM_FAILED));
            assertWhole(received);
        }
    }

    @Test
    @DisplayName("LRG-02 a send whose input stream fails sends nothing and leaves nothing in the store")
    void shouldLeaveNothingOfAStreamThatFails() throws JMSException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            BytesMessage message = session.createBytesMessage();
            message.setObjectProperty(INPUT, new FailingStream(3 << 20));
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> producer.send(message))
                    .withMessageContaining("line is cut")
                    .satisfies(failed -> assertThat(failed.getErrorCode()).isEqualTo(ErrorCodes.BODY_STREAM_FAILED));
            assertNothing(consumer);
        }
        awaitNothingLeft();
    }

    private static final class FailingStream extends SingleByteStream {
        private long left;

        FailingStream(long after) {
            left = after;
        }

        @Override
        protected int next() throws IOException {
            if (left-- == 0) {
                throw new IOException("the line is cut");
            }
            return 1;
        }
    }

    @Test
    @DisplayName("LRG-07 sends and reads of a large body keep only a few chunks in memory")
    void shouldHoldAFewChunks() throws JMSException, SQLException {
        int length = 40 * CHUNK;
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            BytesMessage message = session.createBytesMessage();
            Watched stream = new Watched(length);
            message.setObjectProperty(INPUT, stream);
            producer.send(message);
            assertThat(stream.mostAhead).isLessThanOrEqualTo(6);

            BytesMessage received = (BytesMessage) receive(consumer);
            assertThat(received.readByte()).isEqualTo(PatternStream.at(0));
            update("DELETE FROM restante_large_body_chunk WHERE chunk_number = 2");
            assertThat(received.readBytes(new byte[2 * CHUNK - 1])).isEqualTo(2 * CHUNK - 1);
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(received::readByte)
                    .satisfies(gone -> assertThat(gone.getErrorCode()).isEqualTo(ErrorCodes.BODY_UNAVAILABLE));
        }
    }

    /** Stream that records how many of its chunks are not yet in the store. */
    private final class Watched extends SingleByteStream {
        private final PatternStream pattern;
        private long brought;
        private long mostAhead;

        Watched(long length) {
            pattern = new PatternStream(length);
        }

        @Override
        protected int next() throws IOException {
            if (brought % CHUNK == 0) {
                try {
                    mostAhead = Math.max(mostAhead, brought / CHUNK - chunks());
                } catch (SQLException e) {
                    throw new IOException(e);
                }
            }
            brought++;
            return pattern.read();
        }
    }

    @Test
    @DisplayName("LRG-06 a body beyond maxLargeBodyBytes is rejected, and nothing of it stays in the store")
    void shouldRefuseBeyondTheLimit() throws JMSException {
        factory.close();
        factory = newFactory();
        factory.setMaxLargeBodyBytes(LARGE - 1);
        connection = factory.createConnection();
        connection.start();
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> sendLarge(session, queue))
                    .withMessageContaining("maxLargeBodyBytes")
                    .satisfies(refused -> assertThat(refused.getErrorCode()).isEqualTo(ErrorCodes.MESSAGE_TOO_LARGE));
            assertNothing(consumer);
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-02 a send closes its input stream")
    void shouldCloseTheInput() throws JMSException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue)) {
            boolean[] closed = new boolean[1];
            BytesMessage message = session.createBytesMessage();
            message.setObjectProperty(INPUT, new SingleByteStream() {
                @Override
                protected int next() {
                    return -1;
                }

                @Override
                public void close() {
                    closed[0] = true;
                }
            });
            producer.send(message);
            assertThat(closed[0]).isTrue();
        }
    }

    @Test
    @DisplayName("LRG-01 an asynchronous send has read its stream when the call returns")
    void shouldSendAsynchronously() throws Exception {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue)) {
            CompletableFuture<Message> sent = new CompletableFuture<>();
            PatternStream stream = new PatternStream(LARGE);
            BytesMessage message = session.createBytesMessage();
            message.setObjectProperty(INPUT, stream);
            producer.send(message, new CompletionListener() {
                @Override
                public void onCompletion(Message completed) {
                    sent.complete(completed);
                }

                @Override
                public void onException(Message failed, Exception exception) {
                    sent.completeExceptionally(exception);
                }
            });
            assertThat(stream.read()).isEqualTo(-1);
            result(sent);
        }
        receiveWhole(queue);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-01 a non-persistent message with a large body is stored, too")
    void shouldStoreWhatIsNotPersistent() throws JMSException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue)) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(large(session));
        }
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message received = receive(consumer);
            assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            assertWhole(received);
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-01 a large body can be read as a whole, also by receiveBody")
    void shouldGiveTheWholeBody() throws JMSException {
        sendLarge(queue);
        try (var context = factory.createContext()) {
            byte[] body = context.createConsumer(queue).receiveBody(byte[].class, PATIENCE_MILLIS);
            assertThat(body).isEqualTo(PatternStream.bytes(LARGE));
        }
        awaitNothingLeft();
    }
}
