package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.ConsoleRun.token;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Pages of the console")
abstract class ConsolePagesContract extends CommandLineContract {

    private static final String DEAD = "orders/$DeadLetterQueue";
    private static final String DEAD_PAGE = "/dead-letter-queue?name=" + encoded(DEAD);

    private ConsoleRun console;

    @BeforeEach
    void start() throws Exception {
        prompt.ok("queue", "create", "orders");
        console = ConsoleRun.start(url());
    }

    @AfterEach
    void end() throws Exception {
        console.close();
    }

    private void dead(String body, String reason) {
        prompt.ok("send", "orders", body);
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", reason);
    }

    private String number(String name, int index) {
        return (String) at(prompt.json("peek", name), "messages", index, "sequenceNumber");
    }

    private int messages(String name) {
        return ((List<?>) at(prompt.json("peek", name), "messages")).size();
    }

    private List<String> choice(String scope, String... more) throws Exception {
        List<String> form =
                new ArrayList<>(List.of("csrfToken", token(console.page(DEAD_PAGE)), "name", DEAD, "scope", scope));
        form.addAll(List.of(more));
        return form;
    }

    @Test
    @DisplayName("the overview shows queues and subscriptions with their counts, page by page and by name")
    void shouldShowOverview() throws Exception {
        for (int i = 0; i < 55; i++) {
            prompt.ok("queue", "create", "many" + (100 + i));
        }
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--client-id", "office");
        prompt.ok("send", "news", "x", "--topic");
        prompt.ok("send", "orders", "one");
        prompt.ok("send", "orders", "two", "--delay", "1h");
        dead("three", "NoPaint");
        String first = console.page("/");
        assertThat(first).contains("57 queues and subscriptions", "many149", "Page 1 of 2");
        assertThat(first)
                .contains("<a href=\"/\" aria-current=\"page\">Overview</a>", "<a href=\"/nodes\">Nodes</a>")
                .as("sums of all pages")
                .contains("<dt>Available</dt><dd><bdi>2</bdi>", "<dt>Scheduled</dt><dd><bdi>1</bdi>");
        assertThat(first).doesNotContain("many150", ">orders<");
        String second = console.page("/?page=2");
        assertThat(second).contains("many150", "news/Subscriptions/office:printer", "subscription");
        String found = console.page("/?filter=rder");
        assertThat(found).contains("1 queues and subscriptions", ">orders<").doesNotContain("many");
        // One message is available, none in flight, one scheduled, none deferred, and one is a dead letter.
        assertThat(found.replaceAll("<[^>]*>", "|"))
                .matches("(?s).*\\|orders\\|+queue\\|+1\\|+0\\|+1\\|+0\\|+1\\|+\\d+ s\\|.*");
        assertThat(console.page("/dead-letters"))
                .contains(">orders<", "1 queues and subscriptions with dead letters")
                .doesNotContain("many");
    }

    @Test
    @DisplayName("a queue page shows messages by state and selector, page by page, with all criteria in its address")
    void shouldShowEntity() throws Exception {
        prompt.withInput("x\n".repeat(60)).ok("send", "orders", "--lines", "--property", "colour=red");
        prompt.ok("send", "orders", "later", "--delay", "1h", "--property", "colour=blue");
        String page = console.page("/entity?name=orders");
        assertThat(page).contains("ACTIVE", "AVAILABLE", ">Next</a>").doesNotContain("SCHEDULED</td>");
        String next =
                page.replaceAll("(?s).*<a href=\"([^\"]*)\">Next</a>.*", "$1").replace("&amp;", "&");
        assertThat(console.page(next)).contains("SCHEDULED</td>", ">First</a>").doesNotContain(">Next</a>");
        String blue = console.page("/entity?name=orders&selector=" + encoded("colour = 'blue'"));
        assertThat(blue).contains("SCHEDULED</td>", "colour = &#39;blue&#39;").doesNotContain("AVAILABLE</td>");
        assertThat(console.page("/entity?name=orders&state=DEFERRED")).contains("No messages");
        assertThat(refused("/entity?name=orders&selector=" + encoded("colour ="), 400))
                .contains("RESTANTE-INVALID-SELECTOR");
        assertThat(refused("/entity?name=orders&state=BLUE", 400)).contains("CONSOLE-BAD-REQUEST");
    }

    @Test
    @DisplayName("an error page has an error code for missing entities and messages and for invalid addresses")
    void shouldRefuse() throws Exception {
        assertThat(refused("/entity?name=nobody", 404)).contains("RESTANTE-ENTITY-NOT-FOUND", "nobody");
        assertThat(refused("/entity", 400)).contains("CONSOLE-BAD-REQUEST");
        assertThat(refused("/message?name=orders&sequenceNumber=17", 404)).contains("CONSOLE-MESSAGE-NOT-FOUND");
        assertThat(refused("/message?name=orders&sequenceNumber=x", 400)).contains("CONSOLE-BAD-REQUEST");
        assertThat(refused("/dead-letter-queue?name=orders", 400)).contains("not a dead-letter queue");
        assertThat(refused("/nothing", 404)).contains("CONSOLE-PAGE-NOT-FOUND");
    }

    private String refused(String address, int status) throws Exception {
        HttpResponse<String> response = console.send(console.request(address));
        assertThat(response.statusCode()).as(address).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Security-Policy")).isPresent();
        return response.body();
    }

    @Test
    @DisplayName("the selector page reports the error of an invalid selector")
    void shouldCheckSelectors() throws Exception {
        assertThat(console.page("/selector?text=" + encoded("colour = 'red'"))).contains("The selector is valid.");
        assertThat(console.page("/selector?text=" + encoded("colour =")))
                .contains("The selector is invalid.")
                .containsPattern("data-check-result=\"selector\">[^<]+</p>");
        assertThat(refused("/selector?text=" + "x".repeat(2_001), 400)).contains("CONSOLE-BAD-REQUEST");
        assertThat(console.page("/entity?name=orders")).contains("list=\"selectors\"", "Selector syntax");
    }

    @Test
    @DisplayName("a refresh request returns only the refreshed regions of a page")
    void shouldRefresh() throws Exception {
        prompt.ok("send", "orders", "x");
        HttpResponse<String> fresh =
                console.send(console.request("/entity?name=orders").header("Restante-Refresh", "1"));
        assertThat(fresh.body()).contains("data-refresh=\"counts\"").doesNotContain("<table", "ID:");
    }

    @Test
    @DisplayName("a message page shows headers, properties and the body as JSON, text or bytes")
    void shouldShowMessage() throws Exception {
        prompt.ok("send", "orders", "{\"a\":[1,2]}", "--property", "width:int=640", "--group-id", "pictures");
        String address = "/message?name=orders&sequenceNumber=" + number("orders", 0);
        String page = console.page(address);
        assertThat(page).contains("width", "Integer", "640", "pictures", "ID:", "persistent");
        assertThat(page).contains("{\n  &quot;a&quot;: [\n    1,\n    2\n  ]\n}");
        assertThat(console.page(address + "&view=text")).contains("{&quot;a&quot;:[1,2]}");
        assertThat(console.page(address + "&view=hex")).contains("00000000  7b 22 61 22 3a");
    }

    @Test
    @DisplayName("a user sees dead letters by reason and source, and redrives selected ones after a question")
    void shouldRedriveSelected() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        dead("three", "NoPaper");
        String page = console.page(DEAD_PAGE).replaceAll("<[^>]*>", "|");
        assertThat(page).matches("(?s).*\\|2\\|+NoPaint\\|+orders\\|+1\\|+NoPaper\\|+orders\\|.*");
        String number = number(DEAD, 0);
        List<String> pages =
                console.confirmed("redrive", choice("selected", "sequenceNumber", number, "sequenceNumber", "1"));
        assertThat(pages.get(0)).contains("Move 1 message of", "back to their sources?");
        assertThat(pages.get(1)).contains("1 message was redriven");
        assertThat(messages(DEAD)).isEqualTo(2);
        assertThat(number("orders", 0)).isNotEmpty();
        assertThat(console.log()).contains("ada from 127.0.0.1: redrive of " + DEAD, number, "1 done, 0 skipped");
        assertThat(console.page("/?filter=orders").replaceAll("<[^>]*>", "|"))
                .matches("(?s).*\\|orders\\|+queue\\|+1\\|+0\\|+0\\|+0\\|+2\\|.*");
    }

    @Test
    @DisplayName("a user redrives one dead letter without a question, and a second attempt is rejected")
    void shouldRedriveOne() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        String number = number(DEAD, 1);
        List<String> form =
                List.of("csrfToken", token(console.page(DEAD_PAGE)), "name", DEAD, "sequenceNumber", number);
        assertThat(console.post("/actions/message-redrive", form).body())
                .contains("Message " + number + " was redriven.");
        assertThat(messages(DEAD)).isEqualTo(1);
        assertThat(messages("orders")).isEqualTo(1);
        assertThat(console.log()).contains("message-redrive of " + DEAD + ", number " + number + ": redriven");
        HttpResponse<String> again = console.post("/actions/message-redrive", form);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("CONSOLE-MESSAGE-STATE", "no longer exists");
        assertThat(messages("orders")).isEqualTo(1);
    }

    @Test
    @DisplayName("a user redrives or purges all dead letters, or all matches of a selector, after a question")
    void shouldDoAll() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        dead("three", "NoPaper");
        dead("four", "NoPaper");
        List<String> purged = console.confirmed("purge", choice("all", "selector", "DeadLetterReason = 'NoPaint'"));
        assertThat(purged.get(0)).contains("Permanently remove 2 messages of");
        assertThat(purged.get(1)).contains("2 messages were purged");
        assertThat(messages(DEAD)).isEqualTo(2);
        List<String> redriven = console.confirmed("redrive", choice("all", "selector", ""));
        assertThat(redriven.get(0)).contains("Move 2 messages of");
        assertThat(redriven.get(1)).contains("2 messages were redriven");
        assertThat(messages(DEAD)).isZero();
        assertThat(messages("orders")).isEqualTo(2);
        assertThat(console.log()).contains("purge of " + DEAD + ", all with selector", "redrive of");
    }

    @Test
    @DisplayName("an action runs once after its confirmation, and never without a confirmation or a selected message")
    void shouldDoOnce() throws Exception {
        dead("one", "NoPaint");
        HttpResponse<String> nothing = console.post("/actions/purge", choice("selected"));
        assertThat(nothing.statusCode()).isEqualTo(400);
        assertThat(nothing.body()).contains("No message is selected");
        HttpResponse<String> question = console.post("/actions/purge", choice("all"));
        assertThat(messages(DEAD)).isEqualTo(1);
        List<String> answer = ConsoleRun.hidden(question.body());
        assertThat(console.post("/actions/purge", answer).statusCode()).isEqualTo(200);
        dead("two", "NoPaint");
        HttpResponse<String> again = console.post("/actions/purge", answer);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("CONSOLE-CONFIRMATION-EXPIRED");
        assertThat(messages(DEAD)).isEqualTo(1);
    }

    @Test
    @DisplayName("the reasons page counts all dead letters by reason")
    void shouldCountReasons() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        assertThat(console.page("/reasons?name=" + encoded(DEAD)).replaceAll("<[^>]*>", "|"))
                .matches("(?s).*\\|2\\|+NoPaint\\|.*");
    }

    @Test
    @DisplayName("a message page shows bodies of every kind, and never deserialises an object")
    void shouldShowEveryBody() throws Exception {
        try (RestanteConnectionFactory factory = SharedTestStore.factory(url());
                JMSContext context = factory.createContext()) {
            Queue orders = context.createQueue("orders");
            JMSProducer producer = context.createProducer();
            producer.send(orders, "{\"deep\":true}".getBytes(StandardCharsets.UTF_8));
            producer.send(orders, Map.of("width", 640));
            StreamMessage stream = context.createStreamMessage();
            stream.writeString("first");
            stream.writeBytes(new byte[] {1, 2});
            producer.send(orders, stream);
            producer.send(orders, new Trap());
            producer.send(orders, context.createMessage());
            producer.send(orders, context.createTextMessage("<p>a & b</p>"));
        }
        List<String> pages = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            pages.add("/message?name=orders&sequenceNumber=" + number("orders", i));
        }
        assertThat(console.page(pages.get(0))).contains("00000000  7b 22 64 65");
        assertThat(console.page(pages.get(0) + "&view=json")).contains("&quot;deep&quot;: true");
        assertThat(console.page(pages.get(1)).replaceAll("<[^>]*>", "|")).contains("|width|", "|Integer|", "|640|");
        assertThat(console.page(pages.get(2)).replaceAll("<[^>]*>", "|")).contains("|String|", "|first|", "|01 02|");
        assertThat(console.page(pages.get(3))).contains("The body is a serialized object", "ac ed 00 05");
        assertThat(Trap.read).isFalse();
        assertThat(console.page(pages.get(4))).contains("<h2>Body</h2><p class=\"note\">None</p>");
        assertThat(console.page(pages.get(5))).contains("&lt;p&gt;a &amp; b&lt;/p&gt;");
    }

    /** Object that records its deserialisation. */
    private static final class Trap implements Serializable {

        private static final long serialVersionUID = 1L;

        private static volatile boolean read;

        private void readObject(ObjectInputStream in) {
            read = true;
        }
    }
}
