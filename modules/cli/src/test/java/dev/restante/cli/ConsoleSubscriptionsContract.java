package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.ConsoleRun.token;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Console pages of subscriptions")
abstract class ConsoleSubscriptionsContract extends CommandLineContract {

    private static final String NAME = "news/Subscriptions/:printer";
    private static final String PAGE = "/subscription?name=" + encoded(NAME);

    private ConsoleRun console;

    @BeforeEach
    void start() throws Exception {
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--shared", "--selector", "x > 1");
        console = ConsoleRun.start(url());
    }

    @AfterEach
    void end() throws Exception {
        console.close();
    }

    private List<String> form(String... more) throws Exception {
        List<String> form = new ArrayList<>(List.of("csrfToken", token(console.page(PAGE)), "name", NAME));
        form.addAll(List.of(more));
        return form;
    }

    private String done(String action, String... more) throws Exception {
        HttpResponse<String> response = console.post("/actions/" + action, form(more));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private String refused(int status, String action, String... more) throws Exception {
        HttpResponse<String> response = console.post("/actions/" + action, form(more));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response.body();
    }

    private String rules() {
        return prompt.json("subscription", "rule", "list", NAME).toString();
    }

    @Test
    @DisplayName("the subscriptions page lists topics with their subscriptions, page by page and by name")
    void shouldList() throws Exception {
        for (int i = 0; i < 50; i++) {
            prompt.ok("topic", "create", "news-" + (100 + i));
        }
        prompt.ok("queue", "create", "orders");
        prompt.ok("send", "news", "one", "--topic", "--property", "x:int=2");
        String first = console.page("/subscriptions");
        assertThat(first).contains("52 topics and subscriptions", "Page 1 of 2", "news-147");
        assertThat(first).doesNotContain("news-148", ">orders<");
        // The topic has one subscription, with one available message, none in flight and no dead letter.
        assertThat(first.replaceAll("<[^>]*>", "|"))
                .matches(
                        "(?s).*\\|news\\|+topic\\|+1\\|+[^a-z]*news/Subscriptions/:printer\\|+subscription\\|+1\\|+0\\|+0\\|.*");
        assertThat(console.page("/subscriptions?filter=printer"))
                .contains("1 topics", NAME)
                .doesNotContain("news-1");
        assertThat(console.page("/entity?name=" + encoded(NAME))).contains("href=\"" + PAGE + "\"");
        assertThat(console.page("/entity?name=orders")).doesNotContain(">Rules<");
    }

    @Test
    @DisplayName("a user adds and alters rules of a subscription, and removes rules after a question")
    void shouldChangeRules() throws Exception {
        assertThat(console.page(PAGE)).contains("shared durable", "$Default", "x &gt; 1", "Add a rule");
        done("rule-add", "rule", "fr", "match", "JMSType=order\r\nn:int=7\r\n", "set", "region=EU", "unset", "country");
        assertThat(rules())
                .contains("{name=fr, match={JMSType={type=string, value=order}, n={type=int, value=7}},"
                        + " set={region={type=string, value=EU}, country={type=null, value=null}}}");
        String page = console.page("/rule?name=" + encoded(NAME) + "&rule=fr");
        assertThat(page).contains("JMSType=order\nn:int=7</textarea>", "region=EU</textarea>", "country</textarea>");
        done("rule-alter", "rule", "fr", "selector", "y = 1");
        assertThat(rules()).contains("{name=fr, selector=y = 1}");
        List<String> removed = console.confirmed("rule-remove", form("rule", "$Default"));
        assertThat(removed.get(0)).contains("Remove the rule ", "no new messages that only this rule matches");
        assertThat(rules()).isEqualTo("[{name=fr, selector=y = 1}]");
        assertThat(console.confirmed("rule-remove", form("rule", "fr")).get(0)).contains("This is the only rule");
        assertThat(rules()).isEqualTo("[]");
        assertThat(console.log()).contains("rule-add of " + NAME + ", rule [fr]", ": added", ": altered", ": removed");
        assertThat(refused(200, "rule-remove", "rule", "fr")).contains("Remove the rule");
        assertThat(console.send(console.request("/rule?name=" + encoded(NAME) + "&rule=fr"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("the console shows the error of an invalid rule beside its form")
    void shouldRefuseRules() throws Exception {
        assertThat(refused(400, "rule-add", "rule", "bad", "selector", "y =", "copy", "true"))
                .contains("RESTANTE-INVALID-SELECTOR", ">\ny =</textarea>", "value=\"bad\"", "checked=\"checked\"");
        assertThat(refused(400, "rule-add", "rule", "bad", "match", "n:int=x"))
                .contains("RESTANTE-INVALID-ARGUMENT", "&#39;x&#39; is not a valid int", "n:int=x</textarea>");
        assertThat(refused(400, "rule-add", "rule", "bad", "match", "a"))
                .contains("&#39;a&#39; does not have the form NAME=VALUE or NAME:TYPE=VALUE");
        assertThat(refused(400, "rule-add", "rule", "", "selector", "y = 1")).contains("A rule needs a name");
        assertThat(refused(400, "rule-add", "rule", "$Default")).contains("RESTANTE-ENTITY-INVALID");
        assertThat(refused(404, "rule-alter", "rule", "other")).contains("RESTANTE-ENTITY-NOT-FOUND");
        assertThat(rules()).isEqualTo("[{name=$Default, selector=x > 1}]");
    }

    @Test
    @DisplayName("a user deletes a subscription after a question with the number of its messages")
    void shouldDelete() throws Exception {
        prompt.ok("send", "news", "one", "--topic", "--property", "x:int=2");
        prompt.ok("send", "news", "two", "--topic", "--property", "x:int=3");
        prompt.ok("receive", NAME, "--settle", "dead-letter", "--reason", "NoPaper");
        List<String> pages = console.confirmed("subscription-delete", form());
        assertThat(pages.get(0)).contains("Delete the subscription ", "1 message and 1 dead letter");
        assertThat(pages.get(1)).contains("was deleted");
        assertThat(prompt.ok("subscription", "list").out()).doesNotContain("printer");
        assertThat(console.log()).contains("subscription-delete of " + NAME + ": deleted with 1 message and 1 dead");
        assertThat(console.send(console.request(PAGE)).statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("a read-only console shows rules, but no forms")
    void shouldOfferNothing() throws Exception {
        try (ConsoleRun looking = ConsoleRun.start(url(), "--read-only")) {
            String page = looking.page(PAGE);
            assertThat(page).contains("$Default").doesNotContain("<form", "Alter");
            assertThat(looking.send(looking.request("/rule?name=" + encoded(NAME) + "&rule=%24Default"))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(looking.post("/actions/rule-remove", form("rule", "$Default"))
                            .statusCode())
                    .isEqualTo(403);
        }
    }
}
