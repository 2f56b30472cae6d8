package dev.restante.feature.admin;

import static dev.restante.admin.MessageState.AVAILABLE;
import static dev.restante.admin.MessageState.DEFERRED;
import static dev.restante.admin.MessageState.EXPIRED;
import static dev.restante.admin.MessageState.LOCKED;
import static dev.restante.admin.MessageState.SCHEDULED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.PeekLock;
import dev.restante.admin.EntityType;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageKind;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.SerializedObject;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Views of messages, in pages, by state and by selector. */
public abstract class PeekAdminContract extends MessagesAdminFixture {

    @Test
    @DisplayName("BEY-04 a peek returns messages in all states or in selected states")
    void shouldPeekByState() throws JMSException {
        try (MessageConsumer consumer = oneOfEach()) {
            for (MessageDescription message : messages.peek(ALL, WITH_BODIES).messages()) {
                assertThat(message.state()).isEqualTo(MessageState.valueOf(text(message)));
            }
            assertThat(texts(ALL)).containsExactly("LOCKED", "AVAILABLE", "SCHEDULED", "DEFERRED");
            for (MessageState state : List.of(AVAILABLE, LOCKED, SCHEDULED, DEFERRED)) {
                assertThat(texts(ALL.withStates(state))).containsExactly(state.name());
            }
            assertThat(texts(ALL.withStates(EXPIRED))).isEmpty();
            assertThat(text(receive(consumer))).isEqualTo("AVAILABLE");
        }
    }

    @Test
    @DisplayName("BEY-04, TTL-03 a message that has expired and is not yet removed is shown as expired")
    void shouldPeekExpired() throws JMSException {
        admin.createQueue(
                "passive",
                QueueOptions.defaults()
                        .withDefaultTimeToLive(Duration.ofMinutes(1))
                        .withExpireOnlyWithConsumer(true));
        send(queue("passive"), "a");
        time.jump(Duration.ofMinutes(2));
        send(queue("passive"), "b");
        messages = admin.messages("passive");
        assertThat(texts(ALL.withStates(EXPIRED))).containsExactly("a");
        assertThat(texts(ALL.withStates(AVAILABLE))).containsExactly("b");
        assertThat(messages.purge(ALL.withStates(EXPIRED)).processed()).isEqualTo(1);
        assertThat(texts(ALL)).containsExactly("b");
    }

    @Test
    @DisplayName("BEY-04 a description contains the headers, properties, times and body of a message")
    void shouldDescribe() throws JMSException {
        Instant before = Instant.ofEpochMilli(time.storeMillis() - 10_000);
        TextMessage sent = session.createTextMessage("hello");
        sent.setStringProperty("colour", "red");
        sent.setStringProperty("JMSXGroupID", "g");
        sent.setJMSCorrelationID("c");
        sent.setJMSType("t");
        sent.setJMSReplyTo(session.createQueue("answers"));
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(sent, DeliveryMode.PERSISTENT, 7, 60_000);
        }
        MessageDescription found =
                messages.peek(ALL, PageRequest.first(10)).messages().get(0);
        assertThat(found.body()).isNull();
        assertThat(found.priority()).isEqualTo(7);
        assertThat(found.persistent()).isTrue();
        assertThat(found.deliveryCount()).isZero();
        assertThat(found.sizeBytes()).isPositive();
        assertThat(found.enqueuedAt()).isAfter(before);
        assertThat(found.expiresAt()).isEqualTo(found.enqueuedAt().plusSeconds(60));
        assertThat(found.scheduledFor()).isNull();
        assertThat(found.lockedUntil()).isNull();
        assertThat(found.lockedBy()).isNull();
        assertThat(found.deadLetter()).isNull();
        assertThat(found.properties()).containsEntry("colour", "red");
        MessageDescription.Headers headers = found.headers();
        assertThat(headers).isNotNull();
        assertThat(headers.messageId()).isEqualTo(sent.getJMSMessageID());
        assertThat(List.of(headers.destination(), headers.correlationId(), headers.replyTo(), headers.type()))
                .containsExactly("q", "c", "answers", "t");
        assertThat(headers.groupId()).isEqualTo("g");
        assertThat(headers.kind()).isEqualTo(MessageKind.TEXT);
        assertThat(messages.get(found.sequenceNumber()))
                .get()
                .extracting(MessagesAdminContract::text)
                .isEqualTo("hello");
        assertThat(messages.get(found.sequenceNumber() + 1)).isEmpty();

        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock lock = PeekLock.of(receive(consumer));
            MessageDescription locked = messages.get(found.sequenceNumber()).orElseThrow();
            assertThat(locked.state()).isEqualTo(LOCKED);
            assertThat(locked.lockedUntil()).isEqualTo(lock.lockedUntil());
            assertThat(locked.lockedBy()).isNotBlank();
            lock.deadLetter("Because", "in words", Map.of("colour", "blue"));
        }
        MessageDescription dead =
                admin.messages("q/$DeadLetterQueue").get(found.sequenceNumber()).orElseThrow();
        assertThat(dead.deadLetter()).isEqualTo(new MessageDescription.DeadLetter("Because", "in words", "q"));
        assertThat(dead.properties()).containsEntry("colour", "blue");
        assertThat(dead.expiresAt()).isNull();
    }

    @Test
    @DisplayName("BEY-04 a body is shown according to its type, and an object body as bytes")
    void shouldShowBodies() throws JMSException {
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeBytes(new byte[] {1, 2});
        MapMessage map = session.createMapMessage();
        map.setInt("a", 1);
        StreamMessage stream = session.createStreamMessage();
        stream.writeString("s");
        try (MessageProducer producer = session.createProducer(queue)) {
            for (Message each : List.of(
                    session.createMessage(),
                    session.createTextMessage(),
                    bytes,
                    map,
                    stream,
                    session.createObjectMessage("o"))) {
                producer.send(each);
            }
        }
        List<MessageDescription> found = messages.peek(ALL, WITH_BODIES).messages();
        assertThat(found.stream().map(each -> each.headers().kind())).containsExactly(MessageKind.values());
        assertThat(found.get(0).body()).isEqualTo(new MessageBody.Empty());
        assertThat(found.get(1).body()).isEqualTo(new MessageBody.Empty());
        assertThat(((MessageBody.Bytes) found.get(2).body()).bytes()).containsExactly(1, 2);
        assertThat(found.get(3).body()).isEqualTo(new MessageBody.Entries(Map.of("a", 1)));
        assertThat(found.get(4).body()).isEqualTo(new MessageBody.Values(List.of("s")));
        assertThat(((MessageBody.Serialized) found.get(5).body()).bytes()).isNotEmpty();
    }

    @Test
    @DisplayName("BEY-04 pages contain each message once, in retrieval order, whatever the page size is")
    void shouldPage() throws JMSException {
        List<String> expected = new ArrayList<>();
        try (MessageProducer producer = session.createProducer(queue)) {
            for (int i = 0; i < 30; i++) {
                producer.setPriority(i % 3 == 0 ? 9 : 4);
                producer.send(session.createTextMessage("m" + i));
            }
        }
        for (int priority : new int[] {9, 4}) {
            for (int i = 0; i < 30; i++) {
                if ((i % 3 == 0 ? 9 : 4) == priority) {
                    expected.add("m" + i);
                }
            }
        }
        for (int i = 0; i < 5; i++) {
            send("s" + i, Map.of(), 3_600_000 + i * 1_000);
            expected.add("s" + i);
        }
        // The consumer prefetches some messages, which must keep their order in the pages.
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            assertNothing(autoSession().createConsumer(queue("other")));
            for (int size : new int[] {1, 4, 7, 1_000}) {
                List<String> paged = new ArrayList<>();
                PageRequest request = PageRequest.first(size).withBodies();
                MessagePage page;
                do {
                    page = messages.peek(ALL, request);
                    assertThat(page.messages()).hasSizeLessThanOrEqualTo(size);
                    page.messages().forEach(message -> paged.add(text(message)));
                    request = request.after(page.next());
                } while (page.next() != null);
                assertThat(paged).as("pages of " + size).isEqualTo(expected);
            }
            assertThat(consumer).isNotNull();
        }
        assertThatThrownBy(() -> messages.peek(ALL, PageRequest.first(1).after("nonsense")))
                .isInstanceOf(JMSException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> PageRequest.first(0));
        assertThatIllegalArgumentException().isThrownBy(() -> PageRequest.first(1_001));
    }

    @Test
    @DisplayName("BEY-04 a selector matches headers, properties, and properties that a settlement has changed")
    void shouldPeekBySelector() throws JMSException {
        for (int i = 0; i < 10; i++) {
            send("m" + i, Map.of("i", i), i == 9 ? 3_600_000 : 0);
        }
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).abandon(Map.of("i", 100));
        }
        assertThat(texts(ALL.withSelector("i >= 8"))).containsExactly("m0", "m8", "m9");
        assertThat(texts(ALL.withSelector("i >= 8").withStates(SCHEDULED))).containsExactly("m9");
        assertThatExceptionOfType(InvalidSelectorException.class)
                .isThrownBy(() -> messages.peek(ALL.withSelector("i >="), WITH_BODIES));
        assertThat(texts(ALL.withSelector(" "))).hasSize(10);
    }

    @Test
    @DisplayName("BEY-04 messages of a missing entity cannot be peeked or purged")
    void shouldRefuseUnknown() {
        for (String name : List.of("none", "none/$DeadLetterQueue", "none/Subscriptions/:s")) {
            assertThatThrownBy(() -> admin.messages(name).peek(ALL, WITH_BODIES))
                    .isInstanceOf(InvalidDestinationException.class);
        }
        assertThatThrownBy(() -> admin.topics().messages(null, "none").purge(ALL))
                .isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @DisplayName("BEY-04 HDR-04 a description distinguishes queues from topics, and contains a correlation id of bytes")
    void shouldTellWhatDestinationsAre() throws JMSException {
        Message message = session.createMessage();
        message.setJMSReplyTo(session.createTopic("answers"));
        message.setJMSCorrelationIDAsBytes(new byte[] {1, 2});
        session.createProducer(queue).send(message);
        session.createProducer(queue).send(session.createMessage());
        List<MessageDescription> found = messages.peek(ALL, WITH_BODIES).messages();
        MessageDescription.Headers first = found.get(0).headers();
        assertThat(first.destinationType()).isEqualTo(EntityType.QUEUE);
        assertThat(first.replyToType()).isEqualTo(EntityType.TOPIC);
        assertThat(first.correlationIdBytes()).containsExactly(1, 2);
        assertThat(first.correlationId()).isNull();
        assertThat(found.get(1).headers().replyToType()).isNull();
        assertThat(found.get(1).headers().correlationIdBytes()).isNull();
    }

    @Test
    @DisplayName("BDY-08 a serialized object can be read and set as bytes, without its class")
    void shouldCarrySerializedObjects() throws JMSException {
        byte[] unknown = {(byte) 0xAC, (byte) 0xED, 0, 5, 99};
        ObjectMessage sent = session.createObjectMessage();
        SerializedObject.set(sent, unknown);
        session.createProducer(queue).send(sent);
        MessageDescription stored = messages.peek(ALL, WITH_BODIES).messages().get(0);
        assertThat(stored.body()).isInstanceOfSatisfying(MessageBody.Serialized.class, body -> assertThat(body.bytes())
                .isEqualTo(unknown));
        ObjectMessage received = (ObjectMessage) session.createConsumer(queue).receive(PATIENCE_MILLIS);
        assertThat(SerializedObject.of(received)).hasValue(unknown);
        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(received::getObject);
        assertThatExceptionOfType(MessageNotWriteableException.class)
                .isThrownBy(() -> SerializedObject.set(received, unknown));
        assertThat(SerializedObject.of(session.createObjectMessage())).isEmpty();
    }
}
