package dev.restante.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.restante.model.DisplayText;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorSyntaxTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "   "})
    @DisplayName("SEL-01 an empty text is rejected, because callers treat it as no selector")
    void shouldRefuseAnEmptyText(String text) {
        assertRefused(text);
        assertThatNullPointerException().isThrownBy(() -> Selector.parse(null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p > 'x'",
                "p >= 'x'",
                "p < 'x'",
                "p <= 'x'",
                "'x' > TRUE",
                "'x' >= TRUE",
                "'x' < TRUE",
                "'x' <= TRUE",
                "p > FALSE",
                "'x' < p",
                "p BETWEEN 'a' AND 'b'",
                "p BETWEEN 1 AND 'b'",
                "p NOT BETWEEN TRUE AND 2",
                "'a' BETWEEN 1 AND 2",
                "p IN (1, 2)",
                "p NOT IN (1,2,3)",
                "p IN ('a', 2)",
                "p LIKE 7",
                "p LIKE q",
                "TRUE = 0",
                "FALSE = 0",
                "NULL = 0",
                "p = NULL",
                "'a' = 1",
                "1 <> 'a'",
                "'a' <> TRUE",
                "p + 'a' = 1",
                "-'a' = 1",
                "-TRUE = 1",
                "p * TRUE > 1",
                "p + 1 = 'a'",
                "p + 1 = TRUE",
                "-p = 'a'"
            })
    @DisplayName("SEL-03 operands that can never have the right type are rejected")
    void shouldRefuseStaticallyWrongTypes(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p = 1 q",
                "p = 1)",
                "(p = 1",
                "((p)",
                "()",
                "1",
                "'a'",
                "p + 1",
                "-p",
                "p AND 1",
                "NOT 'a'",
                "p OR",
                "AND p",
                "p = ",
                "= p",
                "NOT",
                "p = q = r",
                "p < q < r",
                "(p = 1) = TRUE",
                "(p = 1) + 1 = 2",
                "p NOT",
                "p NOT = 1",
                "p IS 1",
                "p IS",
                "p IS NOT",
                "p IS TRUE",
                "p IN ()",
                "p IN 'a'",
                "p IN ('a'",
                "p IN ('a',)",
                "p IN ('a' 'b')",
                "p LIKE",
                "p LIKE 'a' ESCAPE",
                "p BETWEEN 1",
                "p BETWEEN 1 AND",
                "p BETWEEN 1 OR 2",
                "p, q",
                "p q",
                "definitely not a message selector!",
                "a = NOT b"
            })
    @DisplayName("SEL-04 the whole text must be one condition")
    void shouldRefuseWhatIsNotOneCondition(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a' IN ('a')",
                "1 LIKE 'a'",
                "'a' LIKE 'a'",
                "1 IS NULL",
                "p + 1 IS NULL",
                "NULL IS NULL",
                "p+q LIKE 'a'"
            })
    @DisplayName("SEL-27, SEL-29, SEL-31 IN, LIKE and IS require an identifier before them")
    void shouldWantAnIdentifierBeforeInLikeAndIs(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "JMSDeliveryMode = 'PERSISTENT'", "JMSPriority > 4", "JMSMessageID = 'ID:1'", "JMSTimestamp > 0",
                "JMSCorrelationID IS NULL", "JMSType LIKE 'a%'", "JMSXGroupID = 'g'", "JMSXNobodyKnowsIt IS NULL",
                "JMS_vendor = 1", "jmsDestination = 1", "JmsExpiration = 1"
            })
    @DisplayName("SEL-06, SEL-08, SEL-09 a selector can name six headers and JMSX, JMS_ and application properties")
    void shouldAcceptTheNamesOfTheSpecification(String text) throws Exception {
        assertThat(Selector.parse(text).identifiers()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "JMSDestination = 'q'",
                "JMSExpiration = 0",
                "JMSDeliveryTime = 0",
                "JMSReplyTo IS NULL",
                "JMSRedelivered",
                "JMSPRIORITY = 4",
                "JMS = 1",
                "JMSfoo = 1"
            })
    @DisplayName("SEL-06 other names that begin with JMS are rejected")
    void shouldRefuseOtherJmsNames(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p = 'a", "p = '", "p = '''", "p = \"a\"", "p = 'a''"})
    @DisplayName("SEL-10 a string must end with a single quote")
    void shouldRefuseOpenStrings(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808",
                "-9223372036854775809",
                "9223372036854775808L",
                "-(9223372036854775808)",
                "1 - 9223372036854775808",
                "089",
                "0x",
                "0xg",
                "1_",
                "0x_1",
                "0_",
                "12abc",
                "5AND",
                "1LL",
                "0b2",
                "0x1FFFFFFFFFFFFFFFF",
                "1l2"
            })
    @DisplayName("SEL-11 an integer literal that Java does not allow or that exceeds long is rejected")
    void shouldRefuseWrongExactNumbers(String number) {
        assertRefused("p = " + number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e", "1e+", ".", "1..2", "1.2.3", "1e400", "1e-400", "1e40f", "._1", "1._1", "1e5L", "0x1.8", ".e4",
                "1_.0"
            })
    @DisplayName("SEL-12 a floating-point literal that Java does not allow or that exceeds double is rejected")
    void shouldRefuseWrongApproximateNumbers(String number) {
        assertRefused("p = " + number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE", "null", "Not",
                "aNd", "escape"
            })
    @DisplayName("SEL-14 a reserved word in any case is not an identifier")
    void shouldRefuseReservedWordsAsIdentifiers(String word) {
        assertRefused(word + " = 0");
        assertRefused(word + " IS NULL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u00A0= 1", "a\u2003= 1", "a\u000B= 1"})
    @DisplayName("SEL-16 blanks that are not white space in Java are rejected")
    void shouldRefuseOtherBlanks(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p != 1",
                "p == 1",
                "p => 1",
                "p =< 1",
                "p >< 1",
                "p ! 1",
                "p < > 1",
                "p && q",
                "p || q",
                "p % 2 = 0"
            })
    @DisplayName("SEL-18 only six comparison operators are accepted")
    void shouldRefuseOtherOperators(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p LIKE 'a' ESCAPE ''",
                "p LIKE 'a' ESCAPE 'ab'",
                "p LIKE 'a' ESCAPE 1",
                "p LIKE 'a\\' ESCAPE '\\'",
                "p LIKE '\\a' ESCAPE '\\'",
                "p LIKE 'a' ESCAPE",
                "p ESCAPE 'a'"
            })
    @DisplayName("SEL-29 a malformed pattern or escape character is rejected")
    void shouldRefuseMalformedPatterns(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p = 1 -- note", "p = 1 --q", "p /* note */ = 1", "p = 1 // note", "p = 1 # note"})
    @DisplayName("SEL-34 comments are rejected")
    void shouldRefuseComments(String text) {
        assertRefused(text);
    }

    @Test
    @DisplayName("SEL-02 the error names the text, the position and the expected syntax")
    void shouldSayWhatIsWrong() {
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse("colour = 'red' AND weight >"))
                .satisfies(problem -> assertThat(problem.position()).isEqualTo(27))
                .withMessageContainingAll(
                        "index 27", "expected an identifier", "found the end", "colour = 'red' AND weight >");
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse("weight > 'x'"))
                .withMessageContainingAll("index 9", "expected a number", "found a string");
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse("p = '" + "x".repeat(100_000)))
                .satisfies(problem -> assertThat(problem.getMessage()).hasSizeLessThan(1000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "NOT ", "- ", "+", "p = (", "(NOT ", "p = -("})
    @DisplayName("SEL-04 hostile nesting causes an error instead of a stack overflow")
    void shouldRefuseHostileNesting(String opening) {
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse(opening.repeat(100_000)));
    }

    @Test
    @DisplayName("SEL-04 the error for a selector beyond the limits names the limit")
    void shouldNameTheLimitsInErrors() {
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse("(".repeat(201) + "p" + ")".repeat(201)))
                .withMessageContaining("nested more than 200 deep");
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .isThrownBy(() -> Selector.parse("p = 1" + " + 1".repeat(100_000)))
                .withMessageContaining("more than 1000 arithmetic operators");
    }

    @Test
    @DisplayName("SEL-04 a selector within the limits is parsed and evaluated")
    void shouldAcceptNestingAndChainsWithinTheLimits() throws Exception {
        Properties message = Properties.of("p", true, "n", 1001);
        assertThat(message.test("(".repeat(200) + "p" + ")".repeat(200))).isEqualTo(Truth.TRUE);
        assertThat(message.test("n = 1" + " + 1".repeat(1000))).isEqualTo(Truth.TRUE);
        assertThat(message.test("n = 0" + " OR n = 2 AND p".repeat(50_000))).isEqualTo(Truth.FALSE);
        assertThat(message.test("n = 0" + " OR n = 2 AND p".repeat(50_000) + " OR p"))
                .isEqualTo(Truth.TRUE);
    }

    @Test
    @DisplayName("SEL-01 two selectors with one text are equal")
    void shouldBeAValueOfItsText() throws Exception {
        Selector selector = Selector.parse("b = 1 AND a IN ('x') OR b > JMSPriority");
        assertThat(selector)
                .isEqualTo(Selector.parse(selector.text()))
                .hasSameHashCodeAs(Selector.parse(selector.text()));
        assertThat(selector).isNotEqualTo(Selector.parse("b = 1")).hasToString(selector.text());
        assertThat(selector.identifiers()).containsExactlyInAnyOrder("a", "b", "JMSPriority");
    }

    private static void assertRefused(String text) {
        assertThatExceptionOfType(SelectorSyntaxException.class)
                .as(text)
                .isThrownBy(() -> Selector.parse(text))
                .satisfies(problem -> assertThat(problem.position()).isBetween(0, text.length()))
                .withMessageContaining(DisplayText.singleLine(text));
    }
}
