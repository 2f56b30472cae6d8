package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.restante.option.ForeignProperties;
import dev.restante.testing.CapturedLog;
import dev.restante.testing.ForeignMessages;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends of messages of other providers whose properties have names that Jakarta Messaging does not allow. */
class ForeignPropertyRulesTest {

    private static Message foreign(String... names) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String name : names) {
            properties.put(name, "value of " + name);
        }
        return ForeignMessages.of("text", properties);
    }

    private static void assertRefused(ThrowingCallable send, String... parts) {
        assertThatThrownBy(send)
                .isInstanceOf(JMSException.class)
                .hasMessageContainingAll(parts)
                .extracting(refused -> ((JMSException) refused).getErrorCode())
                .isEqualTo("RESTANTE-INVALID-PROPERTY-NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-id", "NOT", "2nd", "a b"})
    @DisplayName("SND-13 REFUSE rejects a name that is not valid, and the error names the property and the option")
    void shouldRefuse(String name) {
        assertRefused(
                () -> MessageFixtures.snapshot(foreign("colour", name), ForeignProperties.REFUSE),
                "'" + name + "'",
                "foreignProperties",
                "ENCODE or DROP");
    }

    @Test
    @DisplayName("SND-13 ENCODE sends a property under its encoded name, and valid names unchanged")
    void shouldEncode() throws JMSException {
        Message message =
                ForeignMessages.of("text", Map.of("order-id", 17, "IN", true, "Order_x0020_Date", 5L, "colour", "red"));
        assertThat(MessageFixtures.snapshot(message, ForeignProperties.ENCODE).properties())
                .containsOnly(
                        entry("order_x002d_id", 17),
                        entry("_x0049_N", true),
                        entry("Order_x0020_Date", 5L),
                        entry("colour", "red"));
    }

    @Test
    @DisplayName("SND-13 ENCODE rejects an encoded name that another property has, whatever their order")
    void shouldRefuseCollisions() {
        List<String[]> orders =
                List.of(new String[] {"order-id", "order_x002d_id"}, new String[] {"order_x002d_id", "order-id"});
        for (String[] names : orders) {
            assertRefused(
                    () -> MessageFixtures.snapshot(foreign(names), ForeignProperties.ENCODE),
                    "'order-id' and 'order_x002d_id'",
                    "foreignProperties to DROP");
        }
    }

    @ParameterizedTest
    @EnumSource(ForeignProperties.class)
    @DisplayName("SND-13 no treatment accepts a property without a name")
    void shouldNeverAcceptMissingNames(ForeignProperties treatment) {
        Map<String, String> unnamed = new LinkedHashMap<>();
        unnamed.put(null, "x");
        for (Message message : List.of(ForeignMessages.of("text", unnamed), foreign(""))) {
            assertThatThrownBy(() -> MessageFixtures.snapshot(message, treatment))
                    .isInstanceOf(MessageFormatException.class);
        }
    }

    @Test
    @DisplayName("SND-13 DROP omits a property, and logs each of the first 100 names once")
    void shouldDrop() throws JMSException {
        ForeignPropertyRules rules =
                new ForeignPropertyRules(ForeignProperties.DROP, new ForeignPropertyRules.DroppedPropertyLog());
        try (CapturedLog log = new CapturedLog(ForeignPropertyRules.DroppedPropertyLog.class)) {
            for (int send = 0; send < 2; send++) {
                assertThat(OutgoingMessage.snapshot(foreign("order-id", "colour"), rules)
                                .properties())
                        .containsOnly(entry("colour", "value of colour"));
            }
            assertThat(log.linesOfOwner())
                    .singleElement()
                    .asString()
                    .contains("'order-id'", "foreignProperties is DROP");
            for (int name = 0; name < 200; name++) {
                OutgoingMessage.snapshot(foreign("x-" + name), rules);
            }
            assertThat(log.linesOfOwner()).hasSize(100).last().asString().contains("further names are not logged");
        }
    }

    @ParameterizedTest
    @EnumSource(ForeignProperties.class)
    @DisplayName("SND-13 no treatment changes what a message of Restante accepts")
    void shouldNotAffectOwnMessages(ForeignProperties treatment) throws JMSException {
        RestanteMessage message = new RestanteMessage();
        assertThatThrownBy(() -> message.setIntProperty("order-id", 1)).isInstanceOf(JMSException.class);
        message.setIntProperty("JMS_IBM_MsgType", 8);
        message.setIntProperty("AMQPriority", 1);
        assertThat(MessageFixtures.snapshot(message, treatment).properties())
                .containsOnly(entry("JMS_IBM_MsgType", 8), entry("AMQPriority", 1));
    }
}
