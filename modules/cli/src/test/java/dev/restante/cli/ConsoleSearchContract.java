package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract of searches and filters of the console among many messages and queues. */
abstract class ConsoleSearchContract extends CommandLineContract {

    private static final String ORDERS = "/entity?name=orders";

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

    /** Returns the JMS types of the messages that a page shows, by which the tests identify messages. */
    private List<String> found(String address) throws Exception {
        String page = console.page(address);
        List<String> ids = new ArrayList<>();
        Matcher row = Pattern.compile("<th scope=\"row\"><a href=\"(/message[^\"]*)\">")
                .matcher(page);
        while (row.find()) {
            String message = console.page(row.group(1).replace("&amp;", "&"));
            ids.add(message.replaceAll("(?s).*<dt>Type</dt><dd><bdi>([^<]*)</bdi>.*", "$1"));
        }
        return ids;
    }

    @Test
    @DisplayName("a search finds messages by a body text, ignoring case, in combination with other criteria")
    void shouldSearchBodies() throws Exception {
        prompt.ok("send", "orders", "A red Bicycle", "--jms-type", "one", "--property", "size=1");
        prompt.ok("send", "orders", "a blue bicycle", "--jms-type", "two", "--property", "size=2");
        prompt.ok("send", "orders", "a car", "--jms-type", "three");
        prompt.ok("send", "orders", "bicycle, later", "--jms-type", "four", "--delay", "1h");
        assertThat(found(ORDERS + "&bodyText=bicycle")).containsExactly("one", "two", "four");
        assertThat(found(ORDERS + "&bodyText=BICYCLE&state=SCHEDULED")).containsExactly("four");
        assertThat(found(ORDERS + "&bodyText=bicycle&selector=" + encoded("size = '2'")))
                .containsExactly("two");
        assertThat(console.page(ORDERS + "&bodyText=ship")).contains("No messages");
    }

    @Test
    @DisplayName("a search finds messages by a value at a JSON pointer")
    void shouldSearchJson() throws Exception {
        prompt.ok("send", "orders", "{\"customer\":{\"id\":17,\"tags\":[\"new\",\"far\"]}}", "--jms-type", "seventeen");
        prompt.ok("send", "orders", "{\"id\":17,\"customer\":{\"id\":\"18\"}}", "--jms-type", "eighteen");
        prompt.ok("send", "orders", "customer id 17", "--jms-type", "text");
        assertThat(found(ORDERS + "&bodyText=17&jsonPointer=" + encoded("/customer/id")))
                .containsExactly("seventeen");
        assertThat(found(ORDERS + "&bodyText=18&jsonPointer=" + encoded("/customer/id")))
                .containsExactly("eighteen");
        assertThat(found(ORDERS + "&jsonPointer=" + encoded("/customer/id"))).containsExactly("seventeen", "eighteen");
        assertThat(found(ORDERS + "&bodyText=far&jsonPointer=" + encoded("/customer/tags/1")))
                .containsExactly("seventeen");
        assertThat(found(ORDERS + "&jsonPointer=" + encoded("/customer"))).isEmpty();
        assertThat(console.send(console.request(ORDERS + "&jsonPointer=id")).statusCode())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("a search shows at most 50 matches at once, and its address continues after the last one")
    void shouldGoOn() throws Exception {
        prompt.withInput("red\n".repeat(230)).ok("send", "orders", "--lines", "--jms-type", "red");
        prompt.ok("send", "orders", "blue", "--jms-type", "blue");
        String page = console.page(ORDERS + "&bodyText=red");
        int shown = count(page);
        assertThat(shown).isEqualTo(50);
        while (page.contains(">Next</a>")) {
            page = console.page(page.replaceAll("(?s).*<a href=\"([^\"]*)\">Next</a>.*", "$1")
                    .replace("&amp;", "&"));
            shown += count(page);
        }
        assertThat(shown).isEqualTo(230);
    }

    private static int count(String page) {
        return page.split("<th scope=\"row\">", -1).length - 1;
    }

    @Test
    @DisplayName("a user filters by delivery count, age and reason in one address")
    void shouldFilter() throws Exception {
        prompt.ok("send", "orders", "one", "--jms-type", "one");
        prompt.ok("send", "orders", "two", "--jms-type", "two");
        prompt.ok("receive", "orders", "--settle", "abandon", "--selector", "JMSType = 'two'");
        assertThat(found(ORDERS + "&minDeliveries=1")).containsExactly("two");
        assertThat(found(ORDERS + "&minDeliveries=2")).isEmpty();
        assertThat(found(ORDERS + "&minAgeMinutes=0")).containsExactly("one", "two");
        assertThat(found(ORDERS + "&minAgeMinutes=10")).isEmpty();
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "It's broken");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "Other");
        String dead = "/dead-letter-queue?name=" + encoded("orders/$DeadLetterQueue");
        assertThat(found(dead + "&reason=" + encoded("It's broken") + "&minAgeMinutes=0&state=AVAILABLE"))
                .hasSize(1);
        assertThat(found(dead + "&reason=Nothing")).isEmpty();
        for (String wrong :
                List.of("&minAgeMinutes=-1", "&minAgeMinutes=x", "&minDeliveries=x", "&minAgeMinutes=99999999999")) {
            assertThat(console.send(console.request(ORDERS + wrong)).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    @Test
    @DisplayName("an action on all filtered dead letters leaves other dead letters unchanged")
    void shouldActOnFiltered() throws Exception {
        String name = "orders/$DeadLetterQueue";
        prompt.ok("send", "orders", "one");
        prompt.ok("send", "orders", "two");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "One");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "Two");
        String address = "/dead-letter-queue?name=" + encoded(name) + "&reason=One";
        String page = console.page(address);
        List<String> form = new ArrayList<>(ConsoleRun.hidden(page.substring(page.indexOf("method=\"post\""))));
        form.addAll(List.of("scope", "all"));
        console.confirmed("purge", form);
        assertThat(found(address)).isEmpty();
        assertThat(console.page("/dead-letter-queue?name=" + encoded(name))).contains("<bdi>Two</bdi>");
        // Actions support no filter by body text or state.
        assertThat(console.page(address + "&bodyText=x")).doesNotContain("<option value=\"all\">");
        assertThat(console.page(address + "&state=AVAILABLE")).doesNotContain("<option value=\"all\">");
    }

    @Test
    @DisplayName("an action on the messages of a page ignores messages that arrived later")
    void shouldActOnShown() throws Exception {
        String address = "/dead-letter-queue?name=" + encoded("orders/$DeadLetterQueue");
        prompt.ok("send", "orders", "one");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "One");
        String page = console.page(address);
        prompt.ok("send", "orders", "two");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "Two");
        List<String> form = new ArrayList<>(ConsoleRun.hidden(page.substring(page.indexOf("method=\"post\""))));
        form.addAll(List.of("scope", "page"));
        assertThat(console.confirmed("redrive", form).get(1)).contains("1 message was redriven");
        HttpResponse<String> unknown =
                console.post("/actions/redrive", List.of("csrfToken", form.get(1), "scope", "few"));
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(console.page(address)).contains("<bdi>Two</bdi>").doesNotContain("<bdi>One</bdi>");
    }

    @Test
    @DisplayName("a user sorts queues by their counts, and groups them by the prefixes of their names")
    void shouldSortAndGroup() throws Exception {
        for (String name : List.of("shop.eu.orders", "shop.eu.bills", "shop.us.orders", "other")) {
            prompt.ok("queue", "create", name);
        }
        prompt.ok("send", "shop.us.orders", "x");
        prompt.ok("send", "shop.us.orders", "y");
        prompt.ok("send", "other", "x");
        assertThat(console.page("/?sort=AVAILABLE")).matches("(?s).*>shop.us.orders<.*>other<.*>orders<.*");
        assertThat(console.page("/?sort=NAME")).matches("(?s).*>orders<.*>other<.*>shop.us.orders<.*");
        String groups = console.page("/?group=prefix").replaceAll("<[^>]*>", "|");
        assertThat(groups).matches("(?s).*\\|orders\\|+1\\|.*\\|other\\|+1\\|+1\\|.*\\|shop\\.\\*\\|+3\\|+2\\|.*");
        String inside = console.page("/?group=prefix&filter=" + encoded("shop.*"));
        assertThat(inside.replaceAll("<[^>]*>", "|"))
                .matches("(?s).*\\|shop\\.eu\\.\\*\\|+2\\|+0\\|.*\\|shop\\.us\\.\\*\\|+1\\|+2\\|.*");
        assertThat(inside).contains("filter=shop.eu.*&amp;group=prefix");
    }
}
