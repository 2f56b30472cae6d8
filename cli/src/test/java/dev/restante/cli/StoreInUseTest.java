package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("An embedded store that an application of another process has")
@DisabledOnOs(OS.WINDOWS)
class StoreInUseTest {

    /** To a message of the queue. */
    private static final String LINK = "/message?name=orders";

    @TempDir
    Path directory;

    private final Run.Prompt prompt = new Run.Prompt();
    private String url = "";

    @BeforeEach
    void nameStore() {
        url = "jdbc:hsqldb:file:" + directory.resolve("store");
        prompt.with("RESTANTE_URL", url);
    }

    @Test
    @DisplayName("is looked at and administered there: list, stats, browse, peek, redrive, purge, break-lock, export")
    void shouldBeAdministered() throws Exception {
        try (ApplicationProcess application = ApplicationProcess.start(url)) {
            assertThat(prompt.ok("list").out()).contains("orders", "held");
            assertThat(Run.at(prompt.json("stats", "held"), 0, "inFlight")).isEqualTo(new BigDecimal(1));
            assertThat(Run.at(prompt.json("stats", "orders"), 0, "deadLettered"))
                    .isEqualTo(new BigDecimal(1));
            assertThat(prompt.ok("browse", "orders", "--body").out()).contains("one", "two");
            assertThat(prompt.ok("dead-letters", "orders").out()).contains("unreadable");
            assertThat(prompt.run("redrive", "orders").exitCode()).isZero();
            assertThat(Run.at(prompt.json("stats", "orders"), 0, "available")).isEqualTo(new BigDecimal(3));
            Path file = directory.resolve("exported");
            prompt.run("export", "orders", "-o", file.toString());
            assertThat(file).content().contains("one", "two", "bad");
            prompt.ok("break-lock", "held", application.held());
            assertThat(Run.at(prompt.json("stats", "held"), 0, "available")).isEqualTo(new BigDecimal(1));
            prompt.ok("purge", "orders", "--all");
            assertThat(Run.at(prompt.json("stats", "orders"), 0, "available")).isEqualTo(new BigDecimal(0));
            prompt.ok("queue", "create", "made-here");
            assertThat(prompt.ok("queue", "list").out()).contains("made-here");
        }
        assertThat(prompt.ok("queue", "list").out()).contains("made-here");
    }

    @Test
    @DisplayName("can't be sent to, nor received from, and the command says why; a wrong password is refused as ever")
    void shouldSayWhatNeedsTheStore() throws Exception {
        try (ApplicationProcess unused = ApplicationProcess.start(url)) {
            for (String[] command : new String[][] {{"send", "orders", "text"}, {"receive", "orders", "-t", "0s"}}) {
                assertThat(prompt.fails(5, command).err())
                        .contains("need an embedded store for themselves", "another process");
            }
            assertThat(prompt.with("RESTANTE_PASSWORD", "wrong")
                            .fails(6, "list")
                            .err())
                    .contains("password")
                    .doesNotContain("wrong");
        }
    }

    @Test
    @DisplayName("can be shown by a console, which repairs dead letters there")
    void shouldBeShown() throws Exception {
        try (ApplicationProcess unused = ApplicationProcess.start(url);
                ConsoleRun console = ConsoleRun.start(url)) {
            assertThat(console.page("/")).contains("orders", "held");
            assertThat(console.page("/entity?name=orders")).contains(LINK);
            String dead = "orders/$DeadLetterQueue";
            String page = console.page("/dead-letter-queue?name=" + ConsoleRun.encoded(dead));
            List<String> redrive =
                    List.of("token", ConsoleRun.token(page), "name", dead, "scope", "all", "selector", "");
            assertThat(console.confirmed("redrive", redrive).get(1)).contains("1 messages were redriven");
        }
    }

    @Test
    @DisplayName("BEY-08 can be repaired by a console: a dead letter is edited and sent again there")
    void shouldBeEdited() throws Exception {
        String dead = "orders/$DeadLetterQueue";
        try (ApplicationProcess unused = ApplicationProcess.start(url);
                ConsoleRun console = ConsoleRun.start(url)) {
            Object before = Run.at(prompt.json("peek", dead), "messages", 0);
            String number = (String) Run.at(before, "sequenceNumber");
            String page = console.page("/edit?name=" + ConsoleRun.encoded(dead) + "&number=" + number);
            List<String> form = new ArrayList<>(ConsoleRun.hidden(page));
            form.addAll(List.of("type", "repaired", "priority", "9"));
            assertThat(console.post("/actions/resubmit", form).body()).contains("The message was sent again.");
            assertThat((List<?>) Run.at(prompt.json("peek", dead), "messages")).isEmpty();
            assertThat(Run.at(prompt.json("peek", "orders"), "messages", 0, "jmsType"))
                    .isEqualTo("repaired");
        }
    }

    @Test
    @DisplayName("may have been idle, with a console that had opened it: that gives it up, and goes on")
    void shouldLetApplicationsStart() throws Exception {
        prompt.ok("queue", "create", "before", "--create-store");
        try (ConsoleRun console = ConsoleRun.start(url)) {
            assertThat(console.page("/")).contains("before");
            try (ApplicationProcess unused = ApplicationProcess.start(url)) {
                assertThat(console.page("/entity?name=orders")).contains(LINK);
            }
            assertThat(console.page("/entity?name=orders")).contains(LINK);
        }
    }
}
