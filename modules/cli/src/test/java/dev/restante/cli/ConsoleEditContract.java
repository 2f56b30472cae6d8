package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.ConsoleRun.hidden;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.JMSContext;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Edits of dead letters in the console")
abstract class ConsoleEditContract extends CommandLineContract {

    private static final String DEAD = "orders/$DeadLetterQueue";
    private static final String DEAD_PAGE = "/dead-letter-queue?name=" + encoded(DEAD);
    private static final Pattern FIELD =
            Pattern.compile("<input (?:id=\"[^\"]*\" )?name=\"([^\"]*)\" type=\"[^\"]*\"[^>]*? value=\"([^\"]*)\">"
                    + "|<select name=\"([^\"]*)\"[^>]*>.*?<option value=\"([^\"]*)\" selected=\"selected\">"
                    + "|<textarea name=\"([^\"]*)\"[^>]*>\n([^<]*)</textarea>");

    private ConsoleRun console;

    @BeforeEach
    void start() throws Exception {
        prompt.ok("queue", "create", "orders");
        prompt.ok("queue", "create", "repair");
        console = ConsoleRun.start(url());
    }

    @AfterEach
    void end() throws Exception {
        console.close();
    }

    private void dead(String body, String... options) {
        List<String> command = new ArrayList<>(List.of("send", "orders", body));
        command.addAll(List.of(options));
        prompt.ok(command.toArray(String[]::new));
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint");
    }

    private Object first(String name) {
        return at(prompt.json("peek", name, "--body"), "messages", 0);
    }

    private int messages(String name) {
        return ((List<?>) at(prompt.json("peek", name), "messages")).size();
    }

    private String number() {
        return (String) at(first(DEAD), "sequenceNumber");
    }

    private String editPage() throws Exception {
        return console.page("/edit?name=" + encoded(DEAD) + "&sequenceNumber=" + number());
    }

    /** Returns all fields that a browser would send for the form of a page. */
    private static List<String> form(String page) {
        List<String> form = new ArrayList<>(hidden(page));
        Matcher field = FIELD.matcher(page.substring(page.indexOf("<main")));
        while (field.find()) {
            for (int group = 1; group <= 5; group += 2) {
                if (field.group(group) != null) {
                    form.add(field.group(group));
                    form.add(plain(field.group(group + 1)).replace("\n", "\r\n"));
                }
            }
        }
        return form;
    }

    private static String plain(String html) {
        return html.replace("&#39;", "'")
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    private static void set(List<String> form, String name, String before, String after) {
        for (int i = 0; i < form.size(); i += 2) {
            if (form.get(i).equals(name) && form.get(i + 1).equals(before)) {
                form.set(i + 1, after);
                return;
            }
        }
        throw new AssertionError("no " + name + " with '" + before + "' in " + form);
    }

    private String sent(List<String> form) throws Exception {
        HttpResponse<String> answer = console.post("/actions/resubmit", form);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    @DisplayName("BEY-08 an edited message has the new body, headers and properties, and keeps the unedited ones")
    void shouldEdit() throws Exception {
        dead(
                "{\"a\": 1}\nsecond <line>",
                "--property",
                "width:int=640",
                "--property",
                "colour=red & \"blue\"",
                "--property",
                "ratio:double=0.1",
                "--jms-type",
                "picture",
                "--correlation-id",
                "c1");
        String number = number();
        assertThat(console.page("/message?name=" + encoded(DEAD) + "&sequenceNumber=" + number))
                .contains("Edit and resubmit");
        List<String> form = form(editPage());
        set(form, "text", "{\"a\": 1}\r\nsecond <line>", "{\"a\": 2}\r\nsecond <line>");
        set(form, "propertyValue", "640", "800");
        set(form, "property", "ratio", "");
        set(form, "property", "", "added");
        set(form, "type", "picture", "photo");
        set(form, "priority", "4", "7");
        // The first empty row has an empty text as its value and type.
        assertThat(sent(form)).contains("The message was resubmitted.");
        assertThat(messages(DEAD)).isZero();
        Object edited = first("orders");
        assertThat(at(edited, "body")).isEqualTo("{\"a\": 2}\nsecond <line>");
        assertThat(at(edited, "jmsType")).isEqualTo("photo");
        assertThat(at(edited, "correlationId")).isEqualTo("c1");
        assertThat(at(edited, "priority").toString()).isEqualTo("7");
        assertThat(at(edited, "properties", "width").toString()).isEqualTo("{type=int, value=800}");
        assertThat(at(edited, "properties", "colour").toString()).contains("red & \"blue\"");
        assertThat(at(edited, "properties").toString()).contains("added=").doesNotContain("ratio");
        assertThat(at(edited, "properties", "JMS_Restante_RedriveCount").toString())
                .isEqualTo("{type=int, value=1}");
        assertThat(console.log())
                .contains("resubmit of " + DEAD + ", number " + number
                        + ", properties [width, colour, added], with its text: 1 sent, 0 skipped");
        assertThat(console.page("/entity?name=orders").replaceAll("<[^>]*>", "|"))
                .contains("|Redriven|");
        HttpResponse<String> again = console.post("/actions/resubmit", form);
        assertThat(again.statusCode()).isEqualTo(404);
        assertThat(messages("orders")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "BEY-08 an edit keeps unedited line ends, multi-line properties, invisible characters and bytes bodies")
    void shouldStayExactly() throws Exception {
        String property = "one\ntwo\u200bthree";
        dead("a\r\nb\n", "--property", "lines=x\ny", "--property", "hidden=" + property);
        List<String> form = form(editPage());
        assertThat(form).doesNotContain("hidden");
        // A single-line field has no line ends.
        set(form, "propertyValue", "x\r\ny", "xy");
        set(form, "target", "", "repair");
        sent(form);
        Object same = first("repair");
        assertThat(at(same, "body")).isEqualTo("a\r\nb\n");
        assertThat(at(same, "properties", "lines").toString()).contains("x\ny");
        assertThat(at(same, "properties", "hidden").toString()).contains(property);

        // A form cannot represent mixed line ends, so the text is not editable.
        dead("one\r\ntwo\nthree");
        assertThat(editPage()).doesNotContain("<textarea");
        prompt.ok("purge", DEAD, "--all");
        dead("MSH|1\rPID|2\r");
        form = form(editPage());
        set(form, "text", "MSH|1\r\nPID|2\r\n", "MSH|1\r\nPID|3\r\n");
        sent(form);
        assertThat(at(first("orders"), "body")).isEqualTo("MSH|1\rPID|3\r");
        prompt.ok("purge", "orders", "--all");

        prompt.withInput("bytes").ok("send", "orders", "--bytes");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint");
        String page = editPage();
        assertThat(page).contains("The body stays unchanged").doesNotContain("<textarea");
        sent(form(page));
        assertThat(at(first("orders"), "kind")).isEqualTo("BYTES");
    }

    @Test
    @DisplayName("BEY-08 the console does not resubmit a dead letter that a consumer has received")
    void shouldRefuseWhatStays() throws Exception {
        dead("one");
        List<String> form = form(editPage());
        try (RestanteConnectionFactory application = application();
                JMSContext context = application.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            assertThat(context.createConsumer(context.createQueue(DEAD)).receive(20_000))
                    .isNotNull();
            HttpResponse<String> answer = console.post("/actions/resubmit", form);
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body())
                    .contains("CONSOLE-MESSAGE-STATE", "a consumer received it or it no longer exists");
        }
        assertThat(messages(DEAD)).isEqualTo(1);
        assertThat(messages("orders")).isZero();
    }

    @Test
    @DisplayName("a dead letter stays if an edit has an invalid value, property name, priority or target")
    void shouldRefuse() throws Exception {
        dead("one", "--property", "width:int=640");
        String page = editPage();
        for (String[] wrong : new String[][] {
            {"propertyValue", "640", "wide"},
            {"property", "width", "no name"},
            {"property", "width", "JMS_Restante_RedriveCount"},
            {"priority", "4", "10"}
        }) {
            List<String> form = form(page);
            set(form, wrong[0], wrong[1], wrong[2]);
            assertThat(console.post("/actions/resubmit", form).statusCode())
                    .as(wrong[2])
                    .isEqualTo(400);
        }
        List<String> form = form(page);
        set(form, "target", "", "nobody");
        assertThat(console.post("/actions/resubmit", form).statusCode()).isEqualTo(404);
        assertThat(messages(DEAD)).isEqualTo(1);
        try (ConsoleRun looking = ConsoleRun.start(url(), "--read-only")) {
            assertThat(looking.page("/message?name=" + encoded(DEAD) + "&sequenceNumber=" + number()))
                    .doesNotContain("Edit and resubmit");
            assertThat(looking.send(looking.request("/edit?name=" + encoded(DEAD) + "&sequenceNumber=" + number()))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    @DisplayName("BEY-08 a bulk edit sets one property, removes another and sends the messages to another queue")
    void shouldEditMany() throws Exception {
        for (String body : List.of("one", "two", "three")) {
            dead(body, "--property", "colour=red", "--property", "body=" + body);
        }
        List<String> choice = new ArrayList<>(
                List.of("csrfToken", ConsoleRun.token(console.page(DEAD_PAGE)), "name", DEAD, "scope", "all"));
        choice.addAll(List.of("selector", "body <> 'two'"));
        HttpResponse<String> question = console.post("/actions/bulk-resubmit", choice);
        assertThat(question.body()).contains("Change 2 messages of");
        List<String> answer = new ArrayList<>(hidden(question.body()));
        answer.addAll(List.of("target", "repair", "property", "width", "propertyType", "Integer"));
        answer.addAll(List.of("propertyValue", "800", "removedProperty", "colour"));
        HttpResponse<String> done = console.post("/actions/bulk-resubmit", answer);
        assertThat(done.body()).contains("2 messages were resubmitted");
        assertThat(messages(DEAD)).isEqualTo(1);
        assertThat(messages("repair")).isEqualTo(2);
        assertThat(at(first("repair"), "properties").toString())
                .contains("width={type=int, value=800}", "body=")
                .doesNotContain("colour");
        assertThat(console.log()).contains("bulk-resubmit of " + DEAD + ", all with selector", "2 done, 0 skipped");
    }
}
