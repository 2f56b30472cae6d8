package dev.restante.selector;

import static dev.restante.selector.Truth.FALSE;
import static dev.restante.selector.Truth.TRUE;
import static dev.restante.selector.Truth.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorEvaluationTest {

    private static final Properties MESSAGE = Properties.of(
            "t",
            true,
            "f",
            false,
            "byte",
            (byte) 100,
            "short",
            (short) 7,
            "int",
            5,
            "long",
            5_000_000_000L,
            "float",
            1.5f,
            "double",
            2.5,
            "maxInt",
            Integer.MAX_VALUE,
            "maxLong",
            Long.MAX_VALUE,
            "minLong",
            Long.MIN_VALUE,
            "text",
            "red",
            "two",
            "2",
            "quote",
            "it's",
            "lines",
            "a\nb",
            "under",
            "_foo",
            "$a_1",
            1,
            "größe",
            3,
            "A",
            1,
            "a",
            2,
            "nan",
            Double.NaN,
            "tenth",
            0.1f,
            "big",
            16_777_217L,
            "bigFloat",
            16_777_216f);

    @Test
    @DisplayName("SEL-05 a message matches only if the condition is TRUE")
    void shouldMatchOnlyWhenTrue() throws Exception {
        assertThat(Selector.parse("t").matches(MESSAGE)).isTrue();
        assertThat(Selector.parse("f").matches(MESSAGE)).isFalse();
        assertThat(Selector.parse("nothing").matches(MESSAGE)).isFalse();
        assertThat(Selector.parse("NOT nothing").matches(MESSAGE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = ';',
            value = {
                "SEL-10; quote = 'it''s'; TRUE",
                "SEL-10; text = 'RED'; FALSE",
                "SEL-10; text <> ''; TRUE",
                "SEL-10; 'größe €' = 'größe €'; TRUE",
                "SEL-11; 29 = 035 AND 29 = 0x1d AND 29 = 0X1D AND 5 = 0b101 AND 29 = 29L AND 29 = 0x1dl; TRUE",
                "SEL-11; 1_000 = 1000 AND 0_7 = 7 AND 0 = 00 AND 0L = 0; TRUE",
                "SEL-11; minLong = -9223372036854775808 AND minLong = -9223372036854775808L AND minLong = - 9223372036854775808; TRUE",
                "SEL-11; maxLong = 9223372036854775807 AND maxLong = 9223372036854775807L AND maxLong = 0x7fffffffffffffff; TRUE",
                "SEL-11; 0xFFFFFFFF = 4294967295; TRUE",
                "SEL-11; 0xFFFFFFFFFFFFFFFF = -1; TRUE",
                "SEL-11; int = +5 AND -957 < int; TRUE",
                "SEL-12; 7000 = 7000. AND 7000 = .7e4 AND 7000 = 7E3 AND 7000 = 7e+3 AND 7000 = 7000d AND 7000 = 7000.0F; TRUE",
                "SEL-12; -57.9E2 = -5790 AND +6.2 = 62e-1 AND 0x1.8p1 = 3; TRUE",
                "SEL-13; $a_1 = 1 AND größe = 3; TRUE",
                "SEL-13; A = 1 AND a = 2; TRUE",
                "SEL-15; t = TRUE AND f = false AND tRuE; TRUE",
                "SEL-15; text is not null and not text like 'b%' and int between 1 and 9 and text in ('red') or false; TRUE",
                "SEL-16; (int=5)AND(t)AND'a'='a'AND(int+1=6); TRUE",
                "SEL-17; NOT t AND f; FALSE",
                "SEL-17; NOT (t AND f); TRUE",
                "SEL-17; t OR t AND f; TRUE",
                "SEL-17; (t OR t) AND f; FALSE",
                "SEL-17; NOT NOT t; TRUE",
                "SEL-17; NOT f OR t AND f; TRUE",
                "SEL-17; NOT int = 6; TRUE",
                "SEL-17; ((text)) = (('red')) AND ((t)); TRUE",
                "SEL-18; 1 = 1 AND 2 > 1 AND 2 >= 2 AND 1 < 2 AND 1 <= 1 AND 1 <> 2; TRUE",
                "SEL-18; 1 <> 1 OR 1 > 1 OR 1 < 1 OR 1 >= 2 OR 2 <= 1 OR 1 = 2; FALSE",
                "SEL-19; 0 < 1.5 AND int < 5.5 AND double > 2 AND float = 1.5 AND byte = 100.0; TRUE",
                "SEL-19; maxLong = 9223372036854775807.0; TRUE",
                "SEL-19; big = bigFloat; TRUE",
                "SEL-19; big = 16777216d; FALSE",
                "SEL-19; tenth = 0.1; FALSE",
                "SEL-19; tenth = 0.1f; TRUE",
                "SEL-20; text = 5; FALSE",
                "SEL-20; text <> 5; FALSE",
                "SEL-20; NOT (text = 5); TRUE",
                "SEL-20; int = 'red'; FALSE",
                "SEL-20; int <> TRUE; FALSE",
                "SEL-20; text > 5; FALSE",
                "SEL-20; t <> text; FALSE",
                "SEL-21; nothing = 1; UNKNOWN",
                "SEL-21; nothing <> 'a'; UNKNOWN",
                "SEL-21; NOT (nothing = TRUE); UNKNOWN",
                "SEL-21; nothing = nothing; UNKNOWN",
                "SEL-21; nothing + 2 < 10; UNKNOWN",
                "SEL-21; 2 * nothing < 10; UNKNOWN",
                "SEL-21; -nothing < 10; UNKNOWN",
                "SEL-21; nothing BETWEEN 1 AND 2; UNKNOWN",
                "SEL-22; text = 'red ' OR text = 'Red' OR text <> 'red'; FALSE",
                "SEL-22; t <> f AND t = t; TRUE",
                "SEL-22; text > quote OR text < quote OR t > f OR f <= t; FALSE",
                "SEL-23; two > 1; FALSE",
                "SEL-23; two = 2; FALSE",
                "SEL-24; -10/2 = -5 AND 7/2 = 3 AND -7/2 = -3 AND int/2 = 2; TRUE",
                "SEL-24; 7/2. = 3.5 AND double * 2 = 5 AND 1 - 2 - 3 = -4 AND 16/4/2 = 2; TRUE",
                "SEL-24; 2+3*4 = 14 AND (2+3)*4 = 20 AND 2*-3 = -6 AND 1 - -1 = 2 AND - -1 = 1 AND 5-3=2 AND 5 -3 = 2; TRUE",
                "SEL-24; -int < 0 AND +int > 0 AND -float = -1.5 AND -double = -2.5 AND -long = -5000000000; TRUE",
                "SEL-24; byte + byte = 200 AND byte * short = 700; TRUE",
                "SEL-24; maxInt + 1 = -2147483648; TRUE",
                "SEL-24; maxInt + 1L = 2147483648; TRUE",
                "SEL-24; maxLong + 1 = minLong; TRUE",
                "SEL-24; -minLong = minLong; TRUE",
                "SEL-24; minLong / -1 = minLong; TRUE",
                "SEL-24; 1 / 0. > maxLong AND nan <> nan; TRUE",
                "SEL-24; nan = nan; FALSE",
                "SEL-25; int / 0 = 1; UNKNOWN",
                "SEL-25; NOT (int / (5 - int) = 1); UNKNOWN",
                "SEL-25; long / 0 = 1 OR t; TRUE",
                "SEL-25; text + 1 = 1; UNKNOWN",
                "SEL-25; -text = 1; UNKNOWN",
                "SEL-25; +t = 1; UNKNOWN",
                "SEL-26; int BETWEEN 5 AND 5 AND int BETWEEN 4.5 AND 6 AND int + 1 BETWEEN 2 * 3 AND 7; TRUE",
                "SEL-26; int BETWEEN 6 AND 4; FALSE",
                "SEL-26; int NOT BETWEEN 6 AND 9 AND int NOT BETWEEN 1 AND 4; TRUE",
                "SEL-26; int NOT BETWEEN 5 AND 9; FALSE",
                "SEL-26; int BETWEEN 5 AND nothing; UNKNOWN",
                "SEL-26; int BETWEEN 6 AND nothing; FALSE",
                "SEL-26; int NOT BETWEEN 6 AND nothing; TRUE",
                "SEL-26; two BETWEEN 1 AND 3; FALSE",
                "SEL-26; two NOT BETWEEN 1 AND 3; FALSE",
                "SEL-26; int BETWEEN -1 AND 9 AND int BETWEEN 1 AND 9; TRUE",
                "SEL-27; text IN ('green', 'red') AND text IN ('red'); TRUE",
                "SEL-27; text IN ('RED', 'green'); FALSE",
                "SEL-27; text NOT IN ('RED', 'green'); TRUE",
                "SEL-27; text NOT IN ('red', 'red'); FALSE",
                "SEL-27; nothing IN ('a'); UNKNOWN",
                "SEL-27; nothing NOT IN ('a'); UNKNOWN",
                "SEL-28; int NOT IN ('a'); FALSE",
                "SEL-28; int IN ('5'); FALSE",
                "SEL-29; text LIKE 'r_d' AND text LIKE 'r%' AND text LIKE '%' AND text LIKE 'red%' AND text LIKE '%e%'; TRUE",
                "SEL-29; text LIKE 'r_' OR text LIKE 'r__d' OR text LIKE '' OR text LIKE 'R%' OR text LIKE 'r.d' OR text LIKE '.*'; FALSE",
                "SEL-29; lines LIKE 'a%b' AND lines LIKE 'a_b'; TRUE",
                "SEL-29; under LIKE '\\_%' ESCAPE '\\'; TRUE",
                "SEL-29; text LIKE '\\_%' ESCAPE '\\'; FALSE",
                "SEL-29; text NOT LIKE 'b%'; TRUE",
                "SEL-30; nothing LIKE '%'; UNKNOWN",
                "SEL-30; nothing NOT LIKE '%'; UNKNOWN",
                "SEL-30; int LIKE '5'; FALSE",
                "SEL-30; int NOT LIKE '6'; FALSE",
                "SEL-31; nothing IS NULL AND int IS NOT NULL; TRUE",
                "SEL-31; nothing IS NOT NULL OR int IS NULL; FALSE",
                "SEL-33; t AND NOT f; TRUE",
                "SEL-33; nothing; UNKNOWN",
                "SEL-33; int; UNKNOWN",
                "SEL-33; NOT text; UNKNOWN"
            })
    @DisplayName("SEL-10 to SEL-33 a condition has the specified value")
    void shouldEvaluate(String rule, String selector, Truth expected) {
        assertThat(MESSAGE.test(selector)).as(rule + " " + selector).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\t", "\f", "\n", "\r\n", "\r", ""})
    @DisplayName("SEL-16 white space has the definition of Java")
    void shouldSkipWhiteSpace(String blank) {
        String selector = "%sint%s=%s5%s".replace("%s", blank);
        assertThat(MESSAGE.test(selector)).isEqualTo(TRUE);
    }

    @Test
    @DisplayName("SEL-32 AND, OR and NOT follow the tables of three-valued logic")
    void shouldFollowTheTablesOfThreeValuedLogic() {
        String[] operands = {"t", "f", "nothing"};
        Truth[][] and = {{TRUE, FALSE, UNKNOWN}, {FALSE, FALSE, FALSE}, {UNKNOWN, FALSE, UNKNOWN}};
        Truth[][] or = {{TRUE, TRUE, TRUE}, {TRUE, FALSE, UNKNOWN}, {TRUE, UNKNOWN, UNKNOWN}};
        Truth[] not = {FALSE, TRUE, UNKNOWN};
        for (int left = 0; left < operands.length; left++) {
            for (int right = 0; right < operands.length; right++) {
                assertThat(MESSAGE.test(operands[left] + " AND " + operands[right]))
                        .isEqualTo(and[left][right]);
                assertThat(MESSAGE.test(operands[left] + " OR " + operands[right]))
                        .isEqualTo(or[left][right]);
            }
            assertThat(MESSAGE.test("NOT " + operands[left])).isEqualTo(not[left]);
        }
    }
}
