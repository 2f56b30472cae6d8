package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PropertyNameTest {

    private static final Pattern ENCODED_CHARACTER = Pattern.compile("_x([0-9a-f]{4})_");
    private static final String CHARACTERS = "ab_x_x-. 02df\u00e9\ud83d\ude00";
    private static final int NAMES = 20_000;

    /** Decodes a name as the documentation describes it. */
    private static String decode(String encoded) {
        return ENCODED_CHARACTER
                .matcher(encoded)
                .replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16)));
    }

    @ParameterizedTest
    @CsvSource({
        "order-id, order_x002d_id",
        "x-opt.seq no, x_x002d_opt_x002e_seq_x0020_no",
        "2nd, _x0032_nd",
        "-, _x002d_",
        "NOT, _x004e_OT",
        "pr\u00e9-nom, pr\u00e9_x002d_nom",
        "a_b-c, a_b_x002d_c",
        "a_x002d_b-c, a_x005f_x002d_b_x002d_c",
        "_x002d-, _x005f_x002d_x002d_",
        "\ud83d\ude00, _xd83d__xde00_",
    })
    @DisplayName("SND-13 an invalid name gets a valid one, in which _xHHHH_ stands for a character")
    void shouldEncode(String name, String encoded) {
        assertThat(PropertyName.isValid(name)).isFalse();
        assertThat(PropertyName.encode(name)).isEqualTo(encoded).matches(PropertyName::isValid);
        assertThat(decode(encoded)).isEqualTo(name);
    }

    @Test
    @DisplayName("SND-13 the encoded name tells the original name, so different names have different encodings")
    void shouldBeReversible() {
        Random random = new Random(1);
        Map<String, String> originals = new HashMap<>();
        for (int i = 0; i < NAMES; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = 1 + random.nextInt(10); length > 0; length--) {
                name.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
            String encoded = PropertyName.encode(name.toString());
            assertThat(encoded).matches(PropertyName::isValid);
            assertThat(decode(encoded)).isEqualTo(name.toString());
            assertThat(originals.put(encoded, name.toString())).isIn(null, name.toString());
        }
    }

    @Test
    @DisplayName("SND-13 identifiers that are not reserved words are valid and are not encoded")
    void shouldKnowValidNames() {
        assertThat(new String[] {"a", "_a1", "$", "not", "order_id", "JMS_IBM_Format"})
                .allMatch(PropertyName::isValid);
        assertThat(new String[] {"", "1", "a-b", "a.b", "a b", "ESCAPE"}).noneMatch(PropertyName::isValid);
    }
}
