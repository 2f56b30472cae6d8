package dev.restante.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SelectorFuzzTest {

    private static final long SEED = 7_041_776L;
    private static final List<String> WORDS = List.of(
            "a",
            "b",
            "text",
            "JMSType",
            "JMSDestination",
            "NULL",
            "TRUE",
            "false",
            "NOT",
            "AND",
            "or",
            "BETWEEN",
            "LIKE",
            "IN",
            "IS",
            "ESCAPE",
            "(",
            ")",
            ",",
            "+",
            "-",
            "*",
            "/",
            "=",
            "<>",
            "<",
            "<=",
            ">",
            ">=",
            "1",
            "0x1F",
            "9223372036854775808",
            "1e9",
            "7.",
            ".5f",
            "'x'",
            "'%'",
            "''",
            "'",
            "08",
            "--",
            "\u0000",
            "é",
            "\uD83D",
            "😀",
            ".",
            "\"");
    private static final Properties MESSAGE = Properties.of("a", 5, "b", true, "text", "x");

    private final Random random = new Random(SEED);
    private int accepted;
    private int refused;

    @Test
    @DisplayName("SEL-02 random words yield a selector or a syntax error, and no other failure")
    void shouldReadOrRefuseRandomWords() {
        for (int round = 0; round < 40_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = 1 + random.nextInt(9); length > 0; length--) {
                text.append(WORDS.get(random.nextInt(WORDS.size()))).append(random.nextInt(4) == 0 ? "" : " ");
            }
            read(text.toString());
        }
        assertThat(accepted).isGreaterThan(100);
        assertThat(refused).isGreaterThan(1_000);
    }

    @Test
    @DisplayName("SEL-02 random characters yield a selector or a syntax error, and no other failure")
    void shouldReadOrRefuseRandomCharacters() {
        for (int round = 0; round < 30_000; round++) {
            char[] characters = new char[random.nextInt(12)];
            for (int index = 0; index < characters.length; index++) {
                characters[index] = (char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : 32 + random.nextInt(95));
            }
            read(new String(characters));
        }
        assertThat(refused).isGreaterThan(1_000);
    }

    @Test
    @DisplayName("SEL-02 a damaged selector yields a selector or a syntax error, and no other failure")
    void shouldReadOrRefuseDamagedSelectors() {
        String sound =
                "NOT (a + 0x1d * -.7e4 >= 5L OR text LIKE 'x\\_%' ESCAPE '\\') AND b OR text NOT IN ('it''s', 'x')"
                        + " AND a NOT BETWEEN 1 AND 2 AND JMSType IS NOT NULL";
        for (int round = 0; round < 10_000; round++) {
            StringBuilder text = new StringBuilder(sound);
            for (int damage = random.nextInt(3); damage >= 0 && !text.isEmpty(); damage--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, WORDS.get(random.nextInt(WORDS.size())));
                    default -> text.setLength(at + 1);
                }
            }
            read(text.toString());
        }
        assertThat(accepted).isGreaterThan(100);
        assertThat(refused).isGreaterThan(1_000);
    }

    private void read(String text) {
        try {
            Selector selector = Selector.parse(text);
            accepted++;
            Truth truth = selector.test(MESSAGE);
            assertThat(selector.matches(MESSAGE)).isEqualTo(truth == Truth.TRUE);
        } catch (SelectorSyntaxException expected) {
            refused++;
            assertThat(expected.position()).isBetween(0, text.length());
        }
    }
}
