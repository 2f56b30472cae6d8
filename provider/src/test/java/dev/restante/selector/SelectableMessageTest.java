package dev.restante.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHeader;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SelectableMessageTest {

    private static final long TIMESTAMP_MILLIS = 1_700_000_000_000L;

    @Test
    @DisplayName("SEL-06, SEL-07 six header fields have the names and types of the specification")
    void shouldGiveTheHeaderFields() throws Exception {
        SelectableMessage message = new SelectableHeader(head("ID:1", "c", "car", true, Map.of()), 1, Map.of());
        assertThat(message.value("JMSDeliveryMode")).isEqualTo("PERSISTENT");
        assertThat(message.value("JMSPriority")).isEqualTo(7);
        assertThat(message.value("JMSTimestamp")).isEqualTo(TIMESTAMP_MILLIS);
        assertThat(message.value("JMSMessageID")).isEqualTo("ID:1");
        assertThat(message.value("JMSCorrelationID")).isEqualTo("c");
        assertThat(message.value("JMSType")).isEqualTo("car");
        assertThat(Selector.parse("JMSPriority BETWEEN 7 AND 9 AND JMSTimestamp = 1700000000000 AND JMSType LIKE 'c%'"
                                + " AND JMSDeliveryMode <> 'NON_PERSISTENT'")
                        .matches(message))
                .isTrue();
    }

    @Test
    @DisplayName("SEL-07 absent headers are null, and a correlation id of bytes cannot be selected")
    void shouldGiveNullForAbsentHeaders() throws Exception {
        SelectableMessage message =
                new SelectableHeader(head(null, new byte[] {1}, null, false, Map.of()), 1, Map.of());
        assertThat(Selector.parse("JMSMessageID IS NULL AND JMSCorrelationID IS NULL AND JMSType IS NULL")
                        .matches(message))
                .isTrue();
        assertThat(message.value("JMSDeliveryMode")).isEqualTo("NON_PERSISTENT");
    }

    @Test
    @DisplayName("SEL-08, SEL-09 properties keep their types, and the provider sets the delivery count")
    void shouldGiveProperties() throws Exception {
        Map<String, Object> properties = new HashMap<>();
        properties.put("NumberOfOrders", "2");
        properties.put("nothing", null);
        properties.put("JMSXGroupID", "g");
        properties.put("JMSXDeliveryCount", 9);
        properties.put("JMS_vendor", (short) 3);
        SelectableMessage message = new SelectableHeader(head("ID:1", null, null, true, properties), 2, Map.of());
        assertThat(message.value("JMSXDeliveryCount")).isEqualTo(2);
        assertThat(Selector.parse("JMSXGroupID = 'g' AND JMS_vendor = 3 AND NumberOfOrders = '2' AND nothing IS NULL"
                                + " AND absent IS NULL AND JMSXUserID IS NULL AND JMSXDeliveryCount = 2")
                        .matches(message))
                .isTrue();
    }

    private static MessageHeader head(
            String messageId, Object correlationId, String type, boolean persistent, Map<String, Object> properties) {
        return new MessageHeader(
                messageId,
                DestinationName.queue("q"),
                BodyKind.NONE,
                correlationId,
                null,
                type,
                TIMESTAMP_MILLIS,
                TIMESTAMP_MILLIS,
                0,
                7,
                persistent,
                properties);
    }
}
