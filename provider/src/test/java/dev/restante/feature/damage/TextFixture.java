package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Texts that databases treat differently. */
public abstract class TextFixture extends JmsContract {

    /** Names that differ in a code point. Many databases treat some of them as equal. */
    static final List<String> NAMES = List.of(
            "x",
            "x ",
            "x  ",
            " x",
            "X",
            "x\u00A0",
            "x\u200B",
            "\u00E9",
            "e\u0301",
            "\uFF58",
            "\u00DF",
            "ss",
            "\u0130",
            "\u0131",
            "\uD83D\uDE00",
            "\uD83D\uDE01",
            "\uFFFD",
            "x\uFFFF",
            "\uE000",
            "?",
            "x'",
            "x\"",
            "x\\",
            "x\\n",
            "%",
            "_",
            "x--",
            "x;",
            "\u202Ex");

    /** Names, and texts that no name can contain. */
    static final List<String> TEXTS = Stream.concat(NAMES.stream(), Stream.of("x\u0001", "x\n", "x\r\n", "\n", "x\t"))
            .toList();

    /** Texts that some database cannot store. */
    static final List<String> IMPOSSIBLE =
            List.of("x\0", "\0", "\uD83D", "x\uDE00", "\uDE00\uD83D", "\uD83Dx", "x\uD83D");

    static void refused(String code, String text, ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class)
                .as("with '" + text.substring(0, Math.min(text.length(), 20)) + "'")
                .isThrownBy(call)
                .satisfies(e -> {
                    assertThat(e.getErrorCode()).isEqualTo(code);
                    assertThat(e.getMessage())
                            .hasSizeLessThan(600)
                            .doesNotContain("\n", "\r", "\0", "\u0001", "\u202E");
                });
    }

    TextMessage message(Session session, String text, String property, String value) throws JMSException {
        TextMessage message = session.createTextMessage(text);
        message.setStringProperty(property, value);
        return message;
    }
}
