package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.JMSContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract of commands on messages with given sequence numbers. */
abstract class RequestedMessagesContract extends CommandLineContract {

    /** Sequence number that no message has. */
    private static final String ABSENT = "4711";

    @BeforeEach
    final void makeQueue() {
        prompt.ok("queue", "create", "orders");
    }

    private List<String> numbers(String name) {
        List<String> numbers = new ArrayList<>();
        for (Object message : (List<?>) at(prompt.json("peek", name), "messages")) {
            numbers.add((String) at(message, "sequenceNumber"));
        }
        return numbers;
    }

    /** Runs a command on an existing and a missing message. */
    private Run partly(String... command) {
        Run run = prompt.fails(3, command);
        assertThat(run.err()).contains(" has no message " + ABSENT + " that");
        return run;
    }

    @Test
    @DisplayName("BEY-04 purge removes the requested messages that exist, and reports the missing ones")
    void shouldNameMissingOnesOfPurge() {
        prompt.withInput("a\nb").ok("send", "orders", "--lines");
        String number = numbers("orders").get(0);
        assertThat(partly("purge", "orders", "--sequence-number", number + "," + ABSENT)
                        .out())
                .contains("removed 1 message");
        assertThat(numbers("orders")).hasSize(1).doesNotContain(number);
        assertThat(partly("purge", "orders", "--sequence-number", ABSENT).out()).contains("removed 0 messages");
        prompt.fails(
                3,
                "purge",
                "orders",
                "--selector",
                "colour = 'red'",
                "--sequence-number",
                numbers("orders").get(0));
        prompt.ok("purge", "orders", "--selector", "colour = 'red'");
    }

    @Test
    @DisplayName("BEY-04 export writes the requested messages that exist, and reports the missing ones")
    void shouldNameMissingOnesOfExport() {
        prompt.ok("send", "orders", "a");
        String number = numbers("orders").get(0);
        assertThat(partly("export", "orders", "--sequence-number", number + "," + ABSENT)
                        .out())
                .contains("\"a\"");
    }

    @Test
    @DisplayName("BEY-04 purge reports a requested message that stays because it is locked")
    void shouldTellThatLockedOnesStay() throws Exception {
        prompt.ok("send", "orders", "a");
        String number = numbers("orders").get(0);
        try (RestanteConnectionFactory application = application();
                JMSContext context = application.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            assertThat(context.createConsumer(context.createQueue("orders")).receive(20_000))
                    .isNotNull();
            assertThat(prompt.fails(4, "purge", "orders", "--sequence-number", number)
                            .err())
                    .contains("1 message of orders could not be processed");
        }
    }

    @Test
    @DisplayName("BEY-03 redrive moves the requested messages that exist, and reports the missing ones")
    void shouldNameMissingOnesOfRedrive() {
        prompt.withInput("a\nb").ok("send", "orders", "--lines");
        prompt.ok("receive", "orders", "--count", "2", "--settle", "dead-letter");
        List<String> numbers = numbers("orders/$DeadLetterQueue");
        assertThat(partly("redrive", "orders", "--sequence-number", ABSENT + "," + numbers.get(0))
                        .out())
                .contains("redrove 1 message");
        assertThat(numbers("orders/$DeadLetterQueue")).containsExactly(numbers.get(1));
        partly("redrive", "orders", "--background", "--sequence-number", numbers.get(1) + "," + ABSENT);
        assertThat((List<?>) prompt.json("redrive-jobs", "list")).hasSize(1);
    }

    @Test
    @DisplayName("BEY-04 cancel removes the requested messages that exist, and reports the missing ones")
    void shouldNameMissingOnesOfCancel() {
        prompt.ok("send", "orders", "a", "--delay", "1h");
        String number = numbers("orders").get(0);
        assertThat(partly("cancel", "orders", "--sequence-number", number + "," + ABSENT)
                        .out())
                .contains("cancelled 1 ");
        partly("cancel", "orders", "--sequence-number", ABSENT);
    }

    @Test
    @DisplayName("DEF-04 undefer and receive process the requested messages that exist, and report the missing ones")
    void shouldNameMissingOnesOfDeferred() {
        prompt.withInput("a\nb").ok("send", "orders", "--lines");
        prompt.ok("receive", "orders", "--count", "2", "--settle", "defer");
        List<String> numbers = numbers("orders");
        assertThat(partly("receive", "orders", "--deferred", numbers.get(0) + "," + ABSENT)
                        .out()
                        .strip())
                .isEqualTo("a");
        assertThat(partly("undefer", "orders", ABSENT, numbers.get(1)).out()).contains("made 1 message");
        assertThat(partly("receive", "orders", "--deferred", ABSENT).out()).isEmpty();
        prompt.fails(3, "undefer", "orders", numbers.get(1));
    }
}
