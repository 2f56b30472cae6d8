package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.Run.at;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Contract of a console in a browser, on a store with a queue that has messages and dead letters. */
@Tag("browser")
@ExtendWith(Browser.Started.class)
abstract class WebBrowserContract extends CommandLineContract {

    static final String DEAD = "orders/$DeadLetterQueue";
    static final String DEAD_PAGE = "/dead-letter-queue?name=" + encoded(DEAD);

    ConsoleRun console;

    /** Action that restores the real clock of the browser. */
    private Runnable clock = () -> {};

    @BeforeEach
    final void startConsole() throws Exception {
        prompt.ok("queue", "create", "orders");
        prompt.ok("queue", "create", "bills");
        prompt.ok("send", "orders", "{\"picture\":17,\"sizes\":[640,1280]}", "--property", "colour=red");
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        dead("three", "NoPaper");
        console = ConsoleRun.start(url());
    }

    @AfterEach
    final void giveTheClockBack() {
        clock.run();
    }

    @AfterEach
    final void endConsole() throws Exception {
        console.close();
    }

    /** Opens a page with a clock that stands still. */
    final void openWithStoppedClock(Browser browser, String address) {
        clock.run();
        clock = browser.standingClock();
        browser.open(console, address);
    }

    /** Refreshes a page until a condition holds. */
    static void refreshUntil(Browser browser, String condition) {
        browser.until("if (" + condition + ") return true; if (timers.size) ring(); return false");
    }

    /** Saves a screenshot whose name contains the database. */
    final void picture(Browser browser, String name) throws IOException {
        browser.picture(name + "-" + url().split(":", 3)[1]);
    }

    /** Puts a message into the dead-letter queue. */
    final void dead(String body, String reason, String... options) {
        List<String> command = new ArrayList<>(List.of("send", "orders", body, "--priority", "9"));
        command.addAll(List.of(options));
        prompt.ok(command.toArray(String[]::new));
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", reason);
    }

    /** Returns the address of the page of the first message of a queue. */
    final String messagePage(String name) {
        return "/message?name=" + encoded(name) + "&sequenceNumber="
                + at(prompt.json("peek", name), "messages", 0, "sequenceNumber");
    }
}
