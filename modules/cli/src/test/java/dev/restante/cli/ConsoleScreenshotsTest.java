package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import java.nio.file.Files;
import java.sql.Connection;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Screenshots for the documentation, which {@code mvn -pl modules/cli -am test -Ppictures} creates. */
@DisplayName("Screenshots of the console")
@Tag("pictures")
@ExtendWith(Browser.Started.class)
class ConsoleScreenshotsTest extends CommandLineContract {

    private static final int MOST_BYTES = 150_000;
    private static final List<String> QUEUES =
            List.of("shop/orders", "shop/invoices", "shop/returns", "mail/outgoing", "mail/bounced", "pictures/resize");

    @Override
    SharedTestStore newStore() throws JMSException {
        return SharedTestStore.inMemory();
    }

    @Test
    @DisplayName("the screenshots show the overview, a queue and dead letters, and are below 150,000 bytes")
    void shouldBeTaken(Browser browser) throws Exception {
        fill();
        try (ConsoleRun console = ConsoleRun.start(url())) {
            take(browser, console, "console-overview", "/", 560);
            take(browser, console, "console-queue", "/entity?name=" + encoded("shop/orders"), 640);
            take(
                    browser,
                    console,
                    "console-dead-letters",
                    "/dead-letter-queue?name=" + encoded("shop/orders/$DeadLetterQueue"),
                    1_100);
        }
    }

    private static void take(Browser browser, ConsoleRun console, String name, String address, int height)
            throws Exception {
        browser.open(console, address);
        browser.screen(1100, height);
        assertThat(Files.size(browser.picture(name))).isLessThan(MOST_BYTES);
    }

    private void fill() throws Exception {
        for (String queue : QUEUES) {
            prompt.ok("queue", "create", queue);
        }
        prompt.ok("topic", "create", "prices");
        prompt.ok("subscription", "create", "prices", "archive", "--client-id", "office");
        for (int i = 0; i < 5; i++) {
            prompt.ok("send", "shop/orders", "{\"order\":" + (4_100 + i) + "}");
            prompt.ok(
                    "receive", "shop/orders", "--settle", "dead-letter", "--reason", i < 3 ? "NoStock" : "BadAddress");
        }
        prompt.withInput("{\"order\":4711}\n".repeat(37)).ok("send", "shop/orders", "--lines");
        prompt.withInput("x\n".repeat(12)).ok("send", "mail/outgoing", "--lines");
        prompt.withInput("x\n".repeat(3)).ok("send", "shop/invoices", "--lines", "--delay", "2h");
        try (Connection connection = database()) {
            RecordedHistory.write(
                    connection,
                    List.of(
                            of("shop/orders", 37, 60, 17),
                            of("shop/invoices", 3, 8, 5),
                            of("mail/outgoing", 12, 45, 11),
                            of("pictures/resize", 0, 20, 23),
                            new RecordedHistory.QueueHistory(
                                    "shop/orders/$DeadLetterQueue", i -> Math.min(5, i / 9), i -> 0, i -> 0)));
        }
    }

    /** Returns the history of a queue with wave-shaped rates. */
    private static RecordedHistory.QueueHistory of(String queue, long depth, long rate, int wave) {
        LongUnaryOperator sent = i -> Math.round(rate * 60 * (1.2 + Math.sin(i * 2 * Math.PI / wave) * 0.8));
        return new RecordedHistory.QueueHistory(
                queue,
                i -> Math.round(depth + rate * (1 - Math.cos((i + 1) * 2 * Math.PI / wave))),
                sent,
                i -> Math.round(rate * 60 * (1.2 + Math.sin((i - 2) * 2 * Math.PI / wave) * 0.6)));
    }
}
