package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.ConsoleRun.hidden;
import static dev.restante.cli.ConsoleRun.token;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Redrives of the console")
abstract class ConsoleJobsContract extends CommandLineContract {

    private static final String DEAD = "orders/$DeadLetterQueue";
    private static final String DEAD_PAGE = "/dead-letter-queue?name=" + encoded(DEAD);

    private ConsoleRun console;

    @BeforeEach
    void start() throws Exception {
        prompt.ok("queue", "create", "orders");
        prompt.ok("queue", "create", "repair");
        for (String body : List.of("one", "two", "three")) {
            prompt.ok("send", "orders", body);
            prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint");
        }
        console = ConsoleRun.start(url());
    }

    @AfterEach
    void end() throws Exception {
        console.close();
    }

    private int messages(String name) {
        return ((List<?>) at(prompt.json("peek", name), "messages")).size();
    }

    /** Returns the form of the question about all dead letters. */
    private List<String> question() throws Exception {
        HttpResponse<String> question = console.post(
                "/actions/redrive",
                List.of("csrfToken", token(console.page(DEAD_PAGE)), "name", DEAD, "scope", "all", "selector", ""));
        assertThat(question.statusCode()).as(question.body()).isEqualTo(200);
        assertThat(question.body()).contains("name=\"target\"", "name=\"rate\"", "name=\"background\"");
        return hidden(question.body());
    }

    private HttpResponse<String> answer(String... fields) throws Exception {
        List<String> form = new ArrayList<>(question());
        form.addAll(List.of(fields));
        return console.post("/actions/redrive", form);
    }

    private String jobs() throws Exception {
        return console.page("/jobs");
    }

    private String awaitJob(String state) throws Exception {
        String id = (String) at(prompt.json("redrive-jobs", "list"), 0, "id");
        String now = "";
        for (long began = System.nanoTime(); !now.equals(state); ) {
            assertThat(System.nanoTime() - began).as(now).isLessThan(30_000_000_000L);
            now = (String) at(prompt.json("redrive-jobs", "list"), 0, "state");
        }
        return id;
    }

    @Test
    @DisplayName("a user redrives dead letters to another queue at a rate")
    void shouldRedriveElsewhere() throws Exception {
        assertThat(answer("target", "repair", "rate", "1000").body()).contains("3 messages were redriven");
        assertThat(messages("repair")).isEqualTo(3);
        assertThat(console.log())
                .contains("redrive of " + DEAD + ", all, to repair, 1000.0 per second: 3 done, 0 skipped");
    }

    @Test
    @DisplayName("the console rejects an invalid rate, flag or target queue, and moves nothing")
    void shouldRefuse() throws Exception {
        for (String rate : List.of("fast", "-1", "NaN", "Infinity")) {
            HttpResponse<String> refused = answer("rate", rate);
            assertThat(refused.statusCode()).as(rate).isEqualTo(400);
            assertThat(refused.body()).contains("CONSOLE-BAD-REQUEST");
        }
        assertThat(answer("background", "yes").body()).contains("must be true or false");
        assertThat(answer("target", "nobody", "background", "true").body()).contains("RESTANTE-ENTITY-NOT-FOUND");
        assertThat(messages(DEAD)).isEqualTo(3);
        assertThat(jobs()).contains("No redrive job was started");
    }

    @Test
    @DisplayName("BEY-07 a background redrive shows its progress and the user who started it")
    void shouldRedriveInTheBackground() throws Exception {
        assertThat(answer("background", "true").body())
                .contains("runs in the background", "The queue has 3 messages", "href=\"/jobs\"");
        String id = awaitJob("DONE");
        assertThat(messages("orders")).isEqualTo(3);
        String page = jobs();
        assertThat(page)
                .contains("DONE", "ada", "max=\"3\"", "value=\"3\"", "3 of 3")
                .doesNotContain(">Cancel<");
        assertThat(console.log()).contains("redrive of " + DEAD + ", all, in the background: job " + id + " started");
    }

    @Test
    @DisplayName("BEY-07 a user cancels a running job, and a second cancellation has no effect")
    void shouldCancel() throws Exception {
        assertThat(answer("background", "true", "rate", "0.001").statusCode()).isEqualTo(200);
        String id = awaitJob("RUNNING");
        String page = jobs();
        assertThat(page).contains("RUNNING", "0.001 per second", ">Cancel<");
        List<String> form = hidden(page);
        assertThat(form).contains(id);
        assertThat(console.post("/actions/redrive-job-cancel", form).body()).contains("The job was cancelled. ");
        assertThat(jobs()).contains("CANCELLED").doesNotContain(">Cancel<");
        assertThat(console.post("/actions/redrive-job-cancel", form).body()).contains("The job had already ended. ");
        assertThat(console.log()).contains("redrive-job-cancel of job " + id + ": cancelled, ");
        List<String> other = new ArrayList<>(form);
        other.set(other.indexOf("job") + 1, "17");
        assertThat(console.post("/actions/redrive-job-cancel", other).statusCode())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("a read-only console shows jobs, and rejects their cancellation")
    void shouldNotCancelReadOnly() throws Exception {
        assertThat(answer("background", "true", "rate", "0.001").statusCode()).isEqualTo(200);
        List<String> form = hidden(jobs());
        try (ConsoleRun looking = ConsoleRun.start(url(), "--read-only")) {
            assertThat(looking.page("/jobs")).contains("RUNNING").doesNotContain(">Cancel<");
            HttpResponse<String> refused = looking.post("/actions/redrive-job-cancel", form);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("CONSOLE-READ-ONLY");
        }
        assertThat(jobs()).contains("RUNNING");
    }
}
