package dev.restante.console.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The layout of JSON")
class JsonLayoutTest {

    @Test
    @DisplayName("indents what is open, and leaves strings as they are")
    void shouldIndent() {
        assertThat(JsonLayout.of(" {\"a\": [1 ,\"}, \\\"\"]}"))
                .contains("{\n  \"a\": [\n    1,\n    \"}, \\\"\"\n  ]\n}");
    }

    @Test
    @DisplayName("is none of what is no JSON, or nested so deeply that it would grow")
    void shouldRefuse() {
        for (String text :
                new String[] {"", "text", "{", "{]", "[\"a]", "[] []", "[\"\\", "[".repeat(99) + "]".repeat(99)}) {
            assertThat(JsonLayout.of(text)).as(text).isEmpty();
        }
    }
}
