package dev.restante.console.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Indentation of JSON")
class JsonIndenterTest {

    @Test
    @DisplayName("brackets and commas begin a new indented line, and strings stay unchanged")
    void shouldIndent() {
        assertThat(JsonIndenter.of(" {\"a\": [1 ,\"}, \\\"\"]}"))
                .contains("{\n  \"a\": [\n    1,\n    \"}, \\\"\"\n  ]\n}");
    }

    @Test
    @DisplayName("a text that is malformed or nested too deeply is not indented")
    void shouldRefuse() {
        for (String text :
                new String[] {"", "text", "{", "{]", "[\"a]", "[] []", "[\"\\", "[".repeat(99) + "]".repeat(99)}) {
            assertThat(JsonIndenter.of(text)).as(text).isEmpty();
        }
    }
}
