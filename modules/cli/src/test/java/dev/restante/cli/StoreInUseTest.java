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

@DisplayName("Embedded store that an application process has open")
@DisabledOnOs(OS.WINDOWS)
class StoreInUseTest {

    /** Link to a message of the queue. */
    private static final String LINK = "/message?name=orders";

    @TempDir
    Path directory;

    private final Run.CommandLineRunner prompt = new Run.CommandLineRunner();
    private String url = "";

    @BeforeEach
    void nameStore() {
        url = "jdbc:hsqldb:file:" + directory.resolve("store");
        prompt.with("RESTANTE_URL", url);
    }

    @Test
    @DisplayName("commands list, count, browse, redrive, export, purge and break locks through the application")
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
    @DisplayName("send and receive explain that they need the store for themselves, and a wrong password is rejected")
    void shouldSayWhatNeedsTheStore() throws Exception {
        try (ApplicationProcess unused = ApplicationProcess.start(url)) {
            for (String[] command : new String[][] {{"send", "orders", "text"}, {"receive", "orders", "-t", "0s"}}) {
                assertThat(prompt.fails(5, command).err())
                        .contains("cannot use an embedded store that an application has open", "another process");
            }
            assertThat(prompt.with("RESTANTE_PASSWORD", "wrong")
                            .fails(6, "list")
                            .err())
                    .contains("password")
                    .doesNotContain("wrong");
        }
    }

    @Test
    @DisplayName("a console shows the store, and redrives dead letters through the application")
    void shouldBeShown() throws Exception {
        try (ApplicationProcess unused = ApplicationProcess.start(url);
                ConsoleRun console = ConsoleRun.start(url)) {
            assertThat(console.page("/")).contains("orders", "held");
            assertThat(console.page("/entity?name=orders")).contains(LINK);
            String dead = "orders/$DeadLetterQueue";
            String page = console.page("/dead-letter-queue?name=" + ConsoleRun.encoded(dead));
            List<String> redrive =
                    List.of("csrfToken", ConsoleRun.token(page), "name", dead, "scope", "all", "selector", "");
            assertThat(console.confirmed("redrive", redrive).get(1)).contains("1 message was redriven");
        }
    }

    @Test
    @DisplayName("BEY-08 a console edits a dead letter and sends it again through the application")
    void shouldBeEdited() throws Exception {
        String dead = "orders/$DeadLetterQueue";
        try (ApplicationProcess unused = ApplicationProcess.start(url);
                ConsoleRun console = ConsoleRun.start(url)) {
            Object before = Run.at(prompt.json("peek", dead), "messages", 0);
            String number = (String) Run.at(before, "sequenceNumber");
            String page = console.page("/edit?name=" + ConsoleRun.encoded(dead) + "&sequenceNumber=" + number);
            List<String> form = new ArrayList<>(ConsoleRun.hidden(page));
            form.addAll(List.of("type", "repaired", "priority", "9"));
            assertThat(console.post("/actions/resubmit", form).body()).contains("The message was resubmitted.");
            assertThat((List<?>) Run.at(prompt.json("peek", dead), "messages")).isEmpty();
            assertThat(Run.at(prompt.json("peek", "orders"), "messages", 0, "jmsType"))
                    .isEqualTo("repaired");
        }
    }

    @Test
    @DisplayName("a console hands an idle store over to an application that starts, and continues to work")
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
