package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DestinationName;
import dev.restante.model.StoredMessage;
import dev.restante.model.TemporaryDestinationName;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReceivedMessageFactoryTest {

    @Test
    @DisplayName(
            "HDR-01 HDR-04 HDR-07 GEN-08 headers are received, and the delivery count decides about JMSRedelivered")
    void shouldShowHeaders() throws JMSException {
        RestanteTextMessage sent = new RestanteTextMessage("x");
        sent.setJMSCorrelationID("c");
        sent.setJMSReplyTo(new RestanteQueue("reply"));
        sent.setJMSType("t");
        sent.setJMSPriority(1);
        sent.setJMSRedelivered(true);
        RestanteMessage received = MessageFixtures.sendAndReceive(sent);

        assertThat(received.getJMSMessageID()).isEqualTo("ID:1");
        assertThat(received.getJMSTimestamp()).isEqualTo(MessageFixtures.SENT_AT);
        assertThat(received.getJMSDeliveryTime()).isEqualTo(MessageFixtures.SENT_AT + 5);
        assertThat(received.getJMSExpiration()).isEqualTo(MessageFixtures.SENT_AT + 60_000);
        assertThat(received.getJMSPriority()).isEqualTo(7);
        assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(received.getJMSDestination()).isEqualTo(new RestanteQueue("orders"));
        assertThat(received.getJMSReplyTo()).isEqualTo(new RestanteQueue("reply"));
        assertThat(received.getJMSCorrelationID()).isEqualTo("c");
        assertThat(received.getJMSCorrelationIDAsBytes()).containsExactly('c');
        assertThat(received.getJMSType()).isEqualTo("t");
        assertThat(received.getJMSRedelivered()).isFalse();
        assertThat(MessageFixtures.receive(MessageFixtures.store(sent), MessageFixtures.metadata(2, null))
                        .getJMSRedelivered())
                .isTrue();
    }

    @Test
    @DisplayName("HDR-10 every header of a received message can be set")
    void shouldLetHeadersBeSet() throws JMSException {
        RestanteMessage received = MessageFixtures.sendAndReceive(new RestanteMessage());

        received.setJMSMessageID("ID:x");
        received.setJMSTimestamp(1);
        received.setJMSCorrelationID("c");
        received.setJMSReplyTo(new RestanteTopic("r"));
        received.setJMSDestination(new RestanteTopic("d"));
        received.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        received.setJMSRedelivered(true);
        received.setJMSType("t");
        received.setJMSExpiration(2);
        received.setJMSDeliveryTime(3);
        received.setJMSPriority(4);

        assertThat(received.getJMSMessageID()).isEqualTo("ID:x");
        assertThat(received.getJMSTimestamp()).isEqualTo(1);
        assertThat(received.getJMSCorrelationID()).isEqualTo("c");
        assertThat(received.getJMSReplyTo()).isEqualTo(new RestanteTopic("r"));
        assertThat(received.getJMSDestination()).isEqualTo(new RestanteTopic("d"));
        assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(received.getJMSRedelivered()).isTrue();
        assertThat(received.getJMSType()).isEqualTo("t");
        assertThat(received.getJMSExpiration()).isEqualTo(2);
        assertThat(received.getJMSDeliveryTime()).isEqualTo(3);
        assertThat(received.getJMSPriority()).isEqualTo(4);
    }

    @Test
    @DisplayName("PRP-14 PRP-17 PRP-21 properties of the provider hide sender properties and are not sent again")
    void shouldShowProviderPropertiesAndNotForwardThem() throws JMSException {
        RestanteMessage sent = new RestanteMessage();
        sent.setIntProperty("own", 1);
        sent.setStringProperty("JMS_Restante_DuplicateId", "d");
        DeliveryMetadata metadata = new DeliveryMetadata(3, 77, 11, 0, 12, 13, null, "EXPIRED", MessageFixtures.ORDERS);
        RestanteMessage received = MessageFixtures.receive(MessageFixtures.store(sent), metadata);

        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(3);
        assertThat(received.getObjectProperty(VendorProperties.SEQUENCE_NUMBER)).isEqualTo(77L);
        assertThat(received.getObjectProperty(VendorProperties.ENQUEUED_TIME)).isEqualTo(11L);
        assertThat(received.getObjectProperty(VendorProperties.LOCKED_UNTIL)).isEqualTo(12L);
        assertThat(received.getObjectProperty(VendorProperties.ORIGINAL_EXPIRATION))
                .isEqualTo(13L);
        assertThat(received.getObjectProperty(VendorProperties.STATE)).isEqualTo("EXPIRED");
        assertThat(MessageFixtures.names(received.getPropertyNames()))
                .containsExactlyInAnyOrder(
                        "own",
                        "JMSXDeliveryCount",
                        "JMS_Restante_DuplicateId",
                        "JMS_Restante_SequenceNumber",
                        "JMS_Restante_EnqueuedTime",
                        "JMS_Restante_LockedUntil",
                        "JMS_Restante_OriginalExpiration",
                        "JMS_Restante_State")
                .allSatisfy(name -> assertThat(received.propertyExists(name)).isTrue());
        assertThat(MessageFixtures.snapshot(received).properties()).containsOnlyKeys("own");
        assertThat(MessageFixtures.sendAndReceive(received).getIntProperty("JMSXDeliveryCount"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("PRP-14 a received message has no property for a missing value of its delivery")
    void shouldNotShowAbsentFacts() throws JMSException {
        RestanteMessage received = MessageFixtures.sendAndReceive(new RestanteMessage());

        assertThat(MessageFixtures.names(received.getPropertyNames()))
                .containsExactlyInAnyOrder(
                        "JMSXDeliveryCount", "JMS_Restante_SequenceNumber", "JMS_Restante_EnqueuedTime");
        assertThat(received.propertyExists(VendorProperties.LOCKED_UNTIL)).isFalse();
    }

    @Test
    @DisplayName(
            "RCV-09 RCV-10 TTL-15 annotations change and remove properties, and dead-letter properties are not resent")
    void shouldShowNote() throws JMSException {
        RestanteMessage sent = new RestanteMessage();
        sent.setIntProperty("kept", 1);
        sent.setIntProperty("changed", 1);
        sent.setIntProperty("removed", 1);
        Map<String, Object> changed = new LinkedHashMap<>();
        changed.put("changed", "two");
        changed.put("removed", null);
        DeliveryAnnotations annotations =
                new DeliveryAnnotations("TTLExpiredException", "too late", "orders", 5, changed);
        RestanteMessage received =
                MessageFixtures.receive(MessageFixtures.store(sent), MessageFixtures.metadata(1, annotations));

        assertThat(received.getIntProperty("kept")).isEqualTo(1);
        assertThat(received.getStringProperty("changed")).isEqualTo("two");
        assertThat(received.getObjectProperty("removed")).isNull();
        assertThat(received.propertyExists("removed")).isFalse();
        assertThat(received.getStringProperty("DeadLetterReason")).isEqualTo("TTLExpiredException");
        assertThat(received.getStringProperty("DeadLetterErrorDescription")).isEqualTo("too late");
        assertThat(received.getStringProperty("DeadLetterSource")).isEqualTo("orders");
        assertThat(MessageFixtures.snapshot(received).properties())
                .containsEntry("changed", "two")
                .doesNotContainKeys("DeadLetterReason", "DeadLetterErrorDescription", "DeadLetterSource");
    }

    @Test
    @DisplayName("JMS-RCV-11 every delivery is a separate message object")
    void shouldNotShareObjects() throws JMSException {
        RestanteMapMessage sent = new RestanteMapMessage();
        sent.setBytes("b", new byte[] {1});
        sent.setJMSCorrelationIDAsBytes(new byte[] {1});
        StoredMessage stored = MessageFixtures.store(sent);
        RestanteMapMessage first =
                (RestanteMapMessage) MessageFixtures.receive(stored, MessageFixtures.metadata(1, null));
        RestanteMapMessage second =
                (RestanteMapMessage) MessageFixtures.receive(stored, MessageFixtures.metadata(2, null));

        first.getBytes("b")[0] = 9;
        first.getJMSCorrelationIDAsBytes()[0] = 9;
        first.clearBody();
        first.clearProperties();
        first.setIntProperty("p", 1);

        assertThat(second.getBytes("b")).containsExactly(1);
        assertThat(second.getJMSCorrelationIDAsBytes()).containsExactly(1);
        assertThat(second.propertyExists("p")).isFalse();
    }

    @Test
    @DisplayName("ACK-01 acknowledge calls the session of a received message, and does nothing for a new message")
    void shouldCallAcknowledger() throws JMSException {
        new RestanteMessage().acknowledge();
        RestanteMessage received = ReceivedMessageFactory.create(
                MessageFixtures.store(new RestanteMessage()),
                MessageFixtures.metadata(1, null),
                ObjectInputFilterPolicy.jdkValuesOnly(),
                () -> {
                    throw new IllegalStateException("closed");
                },
                MessageFixtures::largeBody);

        assertThatThrownBy(received::acknowledge).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("HDR-04 TMP-06 a temporary destination is recognized by its name, and only its creator can delete it")
    void shouldKnowTemporaryDestinations() {
        String name = new TemporaryDestinationName("connection", "1").text();
        RestanteDestination queue = RestanteDestination.of(DestinationName.queue(name));
        RestanteDestination topic = RestanteDestination.of(DestinationName.topic(name));

        assertThat(queue).isInstanceOf(TemporaryQueue.class).isEqualTo(new RestanteQueue(name));
        assertThat(topic).isInstanceOf(TemporaryTopic.class).isEqualTo(new RestanteTopic(name));
        assertThatThrownBy(((TemporaryQueue) queue)::delete)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(name);
        assertThatThrownBy(((TemporaryTopic) topic)::delete)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(name);
        assertThat(RestanteDestination.of(DestinationName.queue("a"))).isNotInstanceOf(TemporaryQueue.class);
        assertThat(RestanteDestination.of(DestinationName.topic("a"))).isNotInstanceOf(TemporaryTopic.class);
    }

    @Test
    @DisplayName("GEN-07 GEN-08 destinations are equal by kind and name, can be serialized, and print their name")
    void shouldCompareDestinationsByValue() throws Exception {
        RestanteQueue queue = new RestanteQueue("a");

        assertThat(queue)
                .isEqualTo(new RestanteQueue("a") {})
                .hasSameHashCodeAs(new RestanteQueue("a"))
                .isNotEqualTo(new RestanteTopic("a"))
                .isNotEqualTo(new RestanteQueue("b"))
                .hasToString("a");
        assertThat(queue.getQueueName()).isEqualTo("a");
        assertThat(RestanteDestination.of(DestinationName.topic("a"))).isEqualTo(new RestanteTopic("a"));
        assertThat(new RestanteTopic("a").name()).isEqualTo(DestinationName.topic("a"));
        assertThat(ObjectBodyCodec.decode(ObjectBodyCodec.encode(queue), ObjectInputFilterPolicy.allowAll()))
                .isEqualTo(queue);
        assertThatThrownBy(() -> new RestanteQueue(" ")).isInstanceOf(IllegalArgumentException.class);
    }
}
