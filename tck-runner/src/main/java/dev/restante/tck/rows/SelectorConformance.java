package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conformance tests of selectors on consumers. The tested message has the properties {@code tiny}=100 (a byte),
 * {@code i}=5, {@code l}=5000000000, {@code d}=1.5, {@code b}=true, {@code s}='it''s', {@code two}='2' and
 * {@code text}='a%b_c'. It also has a type and a correlation id, but no property {@code absent}.
 */
@ExtendWith(JmsFixtureExtension.class)
final class SelectorConformance {

    private static boolean selects(JmsFixture jms, String selector) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        Message message = session.createTextMessage("selected");
        message.setByteProperty("tiny", (byte) 100);
        message.setIntProperty("i", 5);
        message.setLongProperty("l", 5_000_000_000L);
        message.setDoubleProperty("d", 1.5);
        message.setBooleanProperty("b", true);
        message.setStringProperty("s", "it's");
        message.setStringProperty("two", "2");
        message.setStringProperty("text", "a%b_c\nd");
        message.setJMSType("type");
        message.setJMSCorrelationID("correlation");
        MessageProducer producer = session.createProducer(queue);
        producer.send(message);
        Message end = session.createTextMessage("end");
        end.setIntProperty("ends", 1);
        producer.send(end);
        try (MessageConsumer consumer = session.createConsumer(queue, "(" + selector + ") OR ends = 1")) {
            return "selected".equals(JmsFixture.nextText(consumer));
        }
    }

    private static void check(JmsFixture jms, Map<String, Boolean> expected) throws Exception {
        for (Map.Entry<String, Boolean> one : expected.entrySet()) {
            assertThat(selects(jms, one.getKey())).as(one.getKey()).isEqualTo(one.getValue());
        }
    }

    private static Map<String, Boolean> expect(boolean result, String... selectors) {
        Map<String, Boolean> expected = new LinkedHashMap<>();
        for (String selector : selectors) {
            expected.put(selector, result);
        }
        return expected;
    }

    @Test
    @DisplayName("SEL-01 a null or empty selector means no selector")
    void shouldHaveNoSelector(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();

        assertThat(session.createConsumer(queue, null).getMessageSelector()).isNull();
        assertThat(session.createConsumer(queue, "").getMessageSelector()).isNull();
        assertThat(session.createConsumer(queue, "i = 1").getMessageSelector()).isEqualTo("i = 1");
    }

    @ParameterizedTest(name = "SEL-02 SEL-04 SEL-14 SEL-18 SEL-29 SEL-34 refused: {0}")
    @ValueSource(
            strings = {
                "i = ",
                "i == 1",
                "i != 1",
                "(i = 1",
                "i = 1 extra",
                "i + 1",
                "'a'",
                "NULL = 1",
                "not = 1",
                "s LIKE 'a' ESCAPE 'bc'",
                "s LIKE s",
                "i BETWEEN 1",
                "s IN ()",
                "escape IS NULL"
            })
    void shouldRefuseBrokenSelectors(String selector, JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        JMSContext context = jms.context();

        assertThatThrownBy(() -> session.createConsumer(queue, selector)).isInstanceOf(InvalidSelectorException.class);
        assertThatThrownBy(() -> context.createConsumer(queue, selector))
                .isInstanceOf(InvalidSelectorRuntimeException.class);
    }

    @ParameterizedTest(name = "SEL-03 refused for its types: {0}")
    @ValueSource(
            strings = {
                "s > 'x'",
                "s >= 'x'",
                "s < 'x'",
                "s <= 'x'",
                "'x' > TRUE",
                "s BETWEEN 'a' AND 'b'",
                "i IN (1, 2)",
                "s LIKE 7",
                "TRUE = 0"
            })
    void shouldRefuseWrongTypes(String selector, JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();

        assertThatThrownBy(() -> session.createConsumer(queue, selector)).isInstanceOf(InvalidSelectorException.class);
    }

    @Test
    @DisplayName("SEL-05 SEL-21 SEL-31 SEL-32 only TRUE selects, and unknown values follow three-valued logic")
    void shouldUseThreeValuedLogic(JmsFixture jms) throws Exception {
        check(
                jms,
                expect(
                        true,
                        "i = 5",
                        "absent IS NULL",
                        "i IS NOT NULL",
                        "absent = 1 OR i = 5",
                        "NOT (absent = 1 AND i = 6)"));
        check(
                jms,
                expect(
                        false,
                        "i = 6",
                        "absent = 1",
                        "absent <> 1",
                        "NOT (absent = 1)",
                        "absent = 1 AND i = 5",
                        "absent + 1 = 2",
                        "i IS NULL",
                        "absent IS NOT NULL"));
    }

    @Test
    @DisplayName("SEL-06 SEL-07 a selector can refer to headers")
    void shouldSelectOnHeaders(JmsFixture jms) throws Exception {
        check(
                jms,
                expect(
                        true,
                        "JMSType = 'type'",
                        "JMSCorrelationID = 'correlation'",
                        "JMSPriority = 4",
                        "JMSDeliveryMode = 'PERSISTENT'",
                        "JMSTimestamp > 0",
                        "JMSMessageID LIKE 'ID:%'"));
        check(jms, expect(false, "JMSDeliveryMode = 'NON_PERSISTENT'", "JMSType IS NULL"));
    }

    @Test
    @DisplayName("SEL-08 an absent JMSX property is null")
    void shouldReadAbsentJmsxPropertiesAsNull(JmsFixture jms) throws Exception {
        check(jms, expect(true, "JMSXGroupID IS NULL"));
    }

    @Test
    @DisplayName("SEL-10 SEL-11 SEL-12 a selector can contain strings and numbers in all specified spellings")
    void shouldReadLiterals(JmsFixture jms) throws Exception {
        check(
                jms,
                expect(
                        true,
                        "s = 'it''s'",
                        "i = 0x5",
                        "i = 05",
                        "i = 5L",
                        "i = 5.",
                        "d = .15e1",
                        "d = 1.5E0",
                        "l = 5000000000",
                        "l > -9223372036854775808",
                        "d = +1.5"));
    }

    @Test
    @DisplayName("SEL-13 SEL-15 SEL-16 identifiers are case-sensitive, keywords are not, and any white space separates")
    void shouldReadIdentifiersAndKeywords(JmsFixture jms) throws Exception {
        check(jms, expect(true, "b = true", "b = TRUE And i\t=\n5", "i=5oR i=6".replace("5oR", "5 oR"), "I is null"));
        check(jms, expect(false, "I = 5", "b = FALSE"));
    }

    @Test
    @DisplayName("SEL-17 SEL-24 expressions follow the precedence of operators")
    void shouldCalculate(JmsFixture jms) throws Exception {
        check(
                jms,
                expect(
                        true,
                        "i = 1 + 2 * 2",
                        "i = (9 + 1) / 2",
                        "-10 / 2 = -i",
                        "i / 2.0 = 2.5",
                        "2 * -i = -10",
                        "i - 2 - 1 = 2",
                        "tiny + tiny = 200",
                        "i = 6 AND i = 7 OR i = 5",
                        "NOT (i = 6) AND i = 5"));
    }

    @Test
    @DisplayName("SEL-17 NOT applies to a comparison, and not to its left operand")
    void shouldNegateComparisons(JmsFixture jms) throws Exception {
        check(jms, expect(true, "NOT i = 6", "NOT i = 6 AND i = 5"));
        check(jms, expect(false, "NOT i = 5", "NOT i = 6 AND i = 6"));
    }

    @Test
    @DisplayName(
            "SEL-19 SEL-20 SEL-22 SEL-23 numbers are promoted for comparisons, and values of unlike types never match")
    void shouldCompareByType(JmsFixture jms) throws Exception {
        check(jms, expect(true, "i > 4.5", "d < 2", "l > i", "NOT (s = 5)", "two = '2'", "b <> FALSE"));
        check(jms, expect(false, "two = 2", "two > 1", "s = 'IT''S'", "s = 'it''s '"));
    }

    @Test
    @DisplayName("SEL-20 a comparison of unlike types is false, not unknown, even for unequal")
    void shouldFindUnlikeTypesNotUnequal(JmsFixture jms) throws Exception {
        check(jms, expect(false, "s <> 5", "i <> 'x'", "two <> 3", "b <> 1"));
        check(jms, expect(true, "NOT (s <> 5)", "NOT (i <> 'x')", "NOT (two > 1)", "NOT (b = 1)"));
    }

    @Test
    @DisplayName("SEL-24 integer division rounds as in Java, and integer overflow wraps")
    void shouldCalculateIntegersLikeJava(JmsFixture jms) throws Exception {
        check(jms, expect(true, "i / 2 = 2", "-i / 2 = -2", "l + 9223372036854775807 = -9223372031854775809"));
    }

    @Test
    @DisplayName("SEL-34 a selector with a comment is rejected")
    void shouldRefuseComments(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();

        for (String selector : new String[] {"i = 1 -- no", "i = 1 /* no */"}) {
            assertThatThrownBy(() -> session.createConsumer(queue, selector))
                    .as(selector)
                    .isInstanceOf(InvalidSelectorException.class);
        }
    }

    @Test
    @DisplayName("SEL-30 (provider-specific) NOT LIKE selects nothing for a value that is not a string")
    void shouldNotSelectOtherTypesByNotLike(JmsFixture jms) throws Exception {
        check(jms, expect(false, "i NOT LIKE '6'", "b NOT LIKE 'x'"));
    }

    @Test
    @DisplayName("SEL-26 SEL-27 SEL-28 BETWEEN and IN select matching values")
    void shouldUnderstandBetweenAndIn(JmsFixture jms) throws Exception {
        check(
                jms,
                expect(
                        true,
                        "i BETWEEN 5 AND 6",
                        "i NOT BETWEEN 6 AND 7",
                        "two IN ('1', '2')",
                        "two NOT IN ('1', '3')"));
        check(
                jms,
                expect(
                        false,
                        "two BETWEEN 1 AND 3",
                        "two NOT BETWEEN 3 AND 4",
                        "absent IN ('a')",
                        "absent NOT IN ('a')",
                        "i NOT IN ('a')"));
    }

    @Test
    @DisplayName("SEL-29 SEL-30 LIKE selects matching strings")
    void shouldUnderstandLike(JmsFixture jms) throws Exception {
        check(
                jms,
                expect(
                        true,
                        "text LIKE 'a%'",
                        "text LIKE '%d'",
                        "text LIKE 'a_b%'",
                        "text LIKE 'a\\%b\\_c%' ESCAPE '\\'",
                        "two NOT LIKE 'x%'",
                        "two LIKE '_'"));
        check(
                jms,
                expect(
                        false,
                        "text LIKE 'a.b%'",
                        "text LIKE 'A%'",
                        "text LIKE 'a\\_b%' ESCAPE '\\'",
                        "absent LIKE '%'",
                        "absent NOT LIKE '%'",
                        "NOT (absent LIKE '%')",
                        "NOT (absent NOT LIKE '%')",
                        "i LIKE '5'"));
    }

    @Test
    @DisplayName("SEL-33 a boolean property is a complete selector")
    void shouldAcceptABooleanAlone(JmsFixture jms) throws Exception {
        check(jms, expect(true, "b"));
        check(jms, expect(false, "NOT b", "absentBoolean", "NOT absentBoolean"));
    }

    @Test
    @DisplayName("SEL-25 a division by zero selects nothing and causes no failure")
    void shouldSurviveDivisionByZero(JmsFixture jms) throws Exception {
        check(jms, expect(false, "i / 0 = 1"));
    }

    @Test
    @DisplayName("SEL-35 DLV-04 unselected messages stay in the queue, and each selection keeps its order")
    void shouldLeaveTheRest(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 6; i++) {
            Message message = session.createTextMessage("" + i);
            message.setBooleanProperty("even", i % 2 == 0);
            producer.send(message, DeliveryMode.PERSISTENT, 4, 0);
        }

        expectTexts(session.createConsumer(queue, "even = TRUE"), "0", "2", "4");
        expectTexts(session.createConsumer(queue), "1", "3", "5");
    }

    private static void expectTexts(MessageConsumer consumer, String... texts) throws JMSException {
        for (String text : texts) {
            assertThat(JmsFixture.nextText(consumer)).isEqualTo(text);
        }
        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
        consumer.close();
    }
}
