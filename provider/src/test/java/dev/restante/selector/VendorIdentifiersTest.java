package dev.restante.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VendorIdentifiersTest {

    private static final Properties MESSAGE = new Properties(Map.of(
            "JMSDeliveryMode", "PERSISTENT",
            "JMSPriority", 7,
            "JMSTimestamp", 1_700_000_000_000L,
            "JMSMessageID", "ID:1",
            "JMSXGroupID", "g",
            "AMQPriority", 1,
            "AMQSize", 5,
            "foo_x002d_bar", 3,
            "foo", 10,
            "bar", 4));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AMQPriority = 7",
                "AMQPriority BETWEEN 6 AND 8 AND AMQPriority + 1 = 8",
                "JMS_IBM_MQMD_Priority = 7",
                "AMQTimestamp = 1700000000000",
                "AMQUserID LIKE 'ID:%'",
                "AMQGroupID IN ('f', 'g')",
                "AMQDurable = 'DURABLE'",
                "AMQDurable <> 'PERSISTENT' AND AMQDurable NOT IN ('NON_DURABLE')",
                "AMQDurable LIKE 'DUR%' AND AMQDurable IS NOT NULL AND JMSDeliveryMode = 'PERSISTENT'"
            })
    @DisplayName("BEY-10 an identifier of another provider reads the header field, not a property of its name")
    void shouldReadHeaderFields(String selector) {
        assertThat(MESSAGE.test(selector)).isEqualTo(Truth.TRUE);
    }

    @Test
    @DisplayName("BEY-10 AMQDurable of a non-persistent message is NON_DURABLE")
    void shouldSpellTheDeliveryMode() {
        Properties message = Properties.of("JMSDeliveryMode", "NON_PERSISTENT");
        assertThat(message.test("AMQDurable = 'NON_DURABLE'")).isEqualTo(Truth.TRUE);
        assertThat(message.test("AMQDurable = 'DURABLE'")).isEqualTo(Truth.FALSE);
    }

    @Test
    @DisplayName("BEY-10 a selector with identifiers of another provider reports the header fields that it reads")
    void shouldResolveNames() throws Exception {
        assertThat(Selector.parse("AMQPriority > 1 AND AMQDurable = 'DURABLE'").identifiers())
                .containsExactlyInAnyOrder("JMSPriority", "JMSDeliveryMode");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AMQSize            | AMQSize of ActiveMQ Artemis (use a property that the sender sets)",
                "AMQExpiration      | AMQExpiration of ActiveMQ Artemis (use a property that the sender sets)",
                "AMQAddress         | AMQAddress of ActiveMQ Artemis (use a property that the sender sets)",
                "JMSActiveMQBrokerInTime  | JMSActiveMQBrokerInTime of ActiveMQ Classic (use JMSTimestamp)",
                "JMSActiveMQBrokerPath    | JMSActiveMQBrokerPath of ActiveMQ Classic (use a property that the sender",
                "JMS_IBM_MsgType    | JMS_IBM_MsgType of IBM MQ (use JMSType, or a property that the sender sets)",
                "JMS_IBM_PutApplType | JMS_IBM_PutApplType of IBM MQ (use a property that the sender sets)",
                "JMS_IBM_PutDate    | JMS_IBM_PutDate of IBM MQ (use JMSTimestamp)",
                "JMS_IBM_MQMD_MsgId | JMS_IBM_MQMD_MsgId of IBM MQ (use JMSMessageID)",
                "JMS_IBM_ExceptionReason  | JMS_IBM_ExceptionReason of WebSphere (use DeadLetterReason)"
            })
    @DisplayName("BEY-10 an identifier without a counterpart is rejected, and the error names the remedy")
    void shouldRefuseValuesThatDoNotExist(String name, String problem) {
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse("colour = 'red' OR " + name + " = 1"))
                .withMessageContaining("index 18: Restante does not have the identifier " + problem)
                .satisfies(refused -> assertThat(refused.position()).isEqualTo(18));
    }

    @Test
    @DisplayName("BEY-10 a function of Classic is rejected, but XPATH can be the name of a property")
    void shouldRefuseFunctions() {
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse("size > 3 AND XPATH '//title'"))
                .withMessageContaining("index 13: Restante does not have the function XPATH of ActiveMQ Classic");
        assertThat(Properties.of("XPATH", "a").test("XPATH = 'a'")).isEqualTo(Truth.TRUE);
    }

    @Test
    @DisplayName("BEY-10 the page about moving to Restante lists the identifiers with their JMS names")
    void shouldDocumentTheTable() throws IOException {
        String page =
                Files.readString(Path.of(System.getProperty("basedir", ".")).resolve("../docs/coming-from/README.md"));
        Map<String, String> documented = new TreeMap<>();
        Pattern row = Pattern.compile("(?m)^\\| (`[^|]*`) \\| [^|]* \\| ([^|]*) \\|$");
        String section = page.substring(page.indexOf("## Which identifiers"), page.indexOf("## Which session modes"));
        row.matcher(section).results().forEach(found -> {
            List<String> names = List.of(found.group(1).replace("`", "").split(", ?"));
            List<String> jmsNames = List.of(
                    found.group(2).replaceAll(", with.*", "").replace("`", "").split(", ?"));
            for (int i = 0; i < names.size(); i++) {
                documented.put(names.get(i), jmsNames.get(Math.min(i, jmsNames.size() - 1)));
            }
        });
        Map<String, String> expected = new TreeMap<>();
        VendorIdentifiers.TABLE.forEach((name, meaning) -> {
            String jmsName = meaning instanceof VendorIdentifiers.Alias alias
                    ? alias.name()
                    : ((VendorIdentifiers.Unsupported) meaning).remedy().replaceAll(",? ?(or )?a property.*", "");
            if (!name.startsWith("JMS_IBM_MQMD_") || meaning instanceof VendorIdentifiers.Alias) {
                expected.put(name, jmsName.isEmpty() ? "none" : jmsName);
            }
        });
        assertThat(documented).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AMQ",
                "AMQsize",
                "amqPriority",
                "AMQ_SCHEDULED_DELAY",
                "_AMQ_LVQ_NAME",
                "JMS_IBM_Feedback",
                "JMS_IBM_Report_COD",
                "JMS_IBM_Last_Msg_In_Group",
                "JMS_IBM_MQMD_Own",
                "hyphenated_props"
            })
    @DisplayName("BEY-10 any other name is an ordinary property")
    void shouldLeaveOtherNames(String name) {
        assertThat(Properties.of(name, 5).test(name + " = 5")).isEqualTo(Truth.TRUE);
    }

    @Test
    @DisplayName("BEY-10 a stored selector can contain rejected identifiers, which are properties as before")
    void shouldReadStoredSelectors() throws Exception {
        assertThat(Selector.parseStored("AMQSize = 5 AND AMQPriority = 7").matches(MESSAGE))
                .isTrue();
        assertThat(Selector.parseStored("JMS_IBM_MsgType = 8").matches(MESSAGE)).isFalse();
        assertThatExceptionOfType(SelectorSyntaxException.class).isThrownBy(() -> Selector.parseStored("AMQSize = "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hyphenated_props:foo-bar = 3",
                " hyphenated_props: foo-bar = 3",
                "hyphenated_props:foo - bar = 6",
                "(hyphenated_props:foo-bar = 3) AND (foo-bar = 6)",
                "(hyphenated_props:(foo-bar = 3) AND foo-bar = 3) AND foo-bar = 6",
                "foo-bar = 6 AND (hyphenated_props:foo-bar = 3)",
                "hyphenated_props:foo-bar = 3 AND AMQPriority = 7"
            })
    @DisplayName(
            "BEY-10 after hyphenated_props:, a name with a hyphen reads the encoded property, inside its parentheses")
    void shouldReadEncodedProperties(String selector) {
        assertThat(MESSAGE.test(selector)).isEqualTo(Truth.TRUE);
    }

    @Test
    @DisplayName("BEY-10 a selector that consists of thousands of prefixes causes an error instead of a stack overflow")
    void shouldRefuseHostilePrefixes() {
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse("hyphenated_props:".repeat(100_000)));
        assertThatCode(() -> Selector.parse("hyphenated_props:".repeat(100_000) + "a-b"))
                .doesNotThrowAnyException();
    }
}
