package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;

@DisplayName("Search in the browser among many messages and queues")
abstract class BrowserSearchContract extends WebBrowserContract {

    private static final String ORDERS = "/entity?name=orders";
    private static final int QUEUES = 1_100;

    private static int shown(Browser browser) {
        return browser.table("Messages").size();
    }

    private static void more(Browser browser) {
        browser.named("More criteria").click();
    }

    @Test
    @DisplayName(
            "point 10: a search for a body text shows its matches page by page, until the user opens the tab Messages")
    void shouldSearchBodies(Browser browser) throws Exception {
        prompt.withInput("a Red bicycle\n".repeat(130)).ok("send", "bills", "--lines");
        prompt.ok("send", "bills", "a blue one");
        browser.open(console, "/entity?name=bills");
        more(browser);
        browser.type("Text in the body", "red BICYCLE");
        browser.press("Filter");
        int first = shown(browser);
        assertThat(first).isBetween(50, 129);
        assertThat(browser.field("Text in the body").getDomProperty("value")).isEqualTo("red BICYCLE");
        picture(browser, "search");
        int all = first;
        while (browser.text().contains("Next")) {
            browser.press("Next");
            all += shown(browser);
        }
        assertThat(all).isEqualTo(130);
        browser.press("First");
        assertThat(shown(browser)).isEqualTo(first);
        browser.type("Text in the body", "blue");
        browser.press("Filter");
        assertThat(shown(browser)).isEqualTo(1);
        browser.press("Messages");
        assertThat(shown(browser)).isEqualTo(50);
    }

    @Test
    @DisplayName("point 10: a user finds messages by a value at a JSON pointer")
    void shouldSearchJson(Browser browser) {
        prompt.ok("send", "bills", "{\"customer\":{\"id\":17}}");
        prompt.ok("send", "bills", "{\"customer\":{\"id\":18},\"other\":17}");
        browser.open(console, "/entity?name=bills");
        more(browser);
        browser.type("Text in the body", "17");
        browser.press("Filter");
        assertThat(shown(browser)).isEqualTo(2);
        browser.type("JSON pointer", "/customer/id");
        browser.press("Filter");
        assertThat(shown(browser)).isEqualTo(1);
        browser.press(browser.table("Messages").get(0).get("Number"));
        assertThat(browser.text()).contains("\"id\": 17");
    }

    @Test
    @DisplayName(
            "point 12: the address of a page with combined filters shows the same messages and filters in another tab")
    void shouldShareFilters(Browser browser) throws Exception {
        browser.open(console, DEAD_PAGE);
        browser.choose("State", "AVAILABLE");
        browser.type("Selector", "JMSPriority > 4");
        browser.type("Reason", "NoPaint");
        more(browser);
        browser.type("Deliveries, at least", "0");
        browser.type("Text in the body", "TWO");
        browser.press("Filter");
        assertThat(shown(browser)).isEqualTo(1);
        List<Map<String, String>> found = browser.table("Messages");
        String address = browser.driver().getCurrentUrl();
        String first = browser.driver().getWindowHandle();
        browser.driver().switchTo().newWindow(WindowType.TAB);
        try {
            browser.driver().get(address);
            assertThat(browser.table("Messages")).isEqualTo(found);
            assertThat(browser.field("Selector").getDomProperty("value")).isEqualTo("JMSPriority > 4");
            assertThat(browser.field("Reason").getDomProperty("value")).isEqualTo("NoPaint");
            assertThat(browser.field("State").getDomProperty("value")).isEqualTo("AVAILABLE");
            assertThat(browser.field("Text in the body").isDisplayed()).isTrue();
            picture(browser, "shared");
        } finally {
            browser.driver().close();
            browser.driver().switchTo().window(first);
        }
    }

    @Test
    @DisplayName("point 13: a user filters messages by delivery count, age and reason")
    void shouldFilter(Browser browser) {
        prompt.ok("receive", "orders", "--settle", "abandon");
        prompt.ok("send", "orders", "fresh");
        browser.open(console, ORDERS);
        assertThat(shown(browser)).isEqualTo(2);
        more(browser);
        browser.type("Deliveries, at least", "1");
        browser.press("Filter");
        assertThat(browser.table("Messages")).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("Deliveries", "1"));
        browser.type("Deliveries, at least", "");
        browser.type("Sent at least \u2026 minutes ago", "10");
        browser.press("Filter");
        browser.await("No messages");
        browser.type("Sent at least \u2026 minutes ago", "0");
        browser.press("Filter");
        assertThat(shown(browser)).isEqualTo(2);
        browser.open(console, DEAD_PAGE);
        browser.type("Reason", "NoPaper");
        browser.press("Filter");
        assertThat(browser.table("Messages")).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("Reason", "NoPaper"));
    }

    @Test
    @DisplayName("point 18: reason counts of a part of the dead letters are marked, and an exact count is available")
    void shouldCountOnDemand(Browser browser) throws Exception {
        prompt.withInput("x\n".repeat(1_000)).ok("send", "orders", "--lines");
        prompt.ok("receive", "orders", "--count", "1001", "--settle", "dead-letter", "--reason", "NoGlue");
        browser.open(console, DEAD_PAGE);
        assertThat(browser.text()).contains("Counted at", "Only the first 1,000 dead letters are counted.");
        assertThat(browser.table("Dead-letter reasons").stream()
                        .mapToInt(row -> Integer.parseInt(row.get("Messages").replace(",", "")))
                        .sum())
                .isEqualTo(1_000);
        picture(browser, "counted-in-part");
        browser.press("Count all dead letters by reason");
        assertThat(browser.table("Dead-letter reasons"))
                .contains(
                        Map.of("Messages", "1,001", "Reason", "NoGlue"),
                        Map.of("Messages", "2", "Reason", "NoPaint"),
                        Map.of("Messages", "1", "Reason", "NoPaper"));
        browser.open(console, "/");
        assertThat(browser.text()).contains("2 queues and subscriptions, counted at 2");
    }

    @Test
    @DisplayName("point 19: a user finds a queue among 1,100 queues by page, name and prefix")
    void shouldFindQueues(Browser browser) throws Exception {
        try (RestanteConnectionFactory factory = application();
                RestanteAdmin admin = factory.admin()) {
            for (int i = 0; i < QUEUES; i++) {
                admin.createQueue(
                        "shop." + (i % 2 == 0 ? "eu" : "us") + ".orders" + (1_000 + i), QueueOptions.defaults());
            }
        }
        browser.open(console, "/");
        browser.await("1,102 queues and subscriptions");
        assertThat(browser.text()).contains("Page 1 of 23");
        assertThat(browser.table("Queues and subscriptions")).hasSize(50);
        browser.press("Next");
        assertThat(browser.text()).contains("Page 2 of 23", "shop.eu.orders");
        browser.type("Name", "us.orders15");
        browser.press("Filter");
        browser.await("50 queues and subscriptions");
        browser.type("Name", "");
        browser.field("group by prefix").click();
        browser.press("Filter");
        String groups = "Queues and subscriptions by name prefix";
        assertThat(browser.table(groups))
                .hasSize(3)
                .anyMatch(row ->
                        row.get("Names").equals("shop.*") && row.get("Number").equals("1,100"));
        picture(browser, "prefixes");
        browser.press("shop.*");
        assertThat(browser.table(groups)).hasSize(2).allMatch(row -> row.get("Number")
                .equals("550"));
    }

    @Test
    @DisplayName("point 11: a page reports the error of a selector while the user types, and offers help on selectors")
    void shouldCheckSelector(Browser browser) throws Exception {
        openWithStoppedClock(browser, "/entity?name=orders");
        browser.find("#selector").sendKeys("colour = ");
        assertThat(browser.run("return [...timers.values()].some(timer => timer.millis === 300)"))
                .isEqualTo(true);
        browser.run("ring()");
        browser.until("return document.getElementById('selector-problem').textContent !== ''");
        assertThat(browser.find("#selector").getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(browser.find("#selector").getAccessibleName()).isEqualTo("Selector");
        picture(browser, "selector");
        browser.find("#selector").sendKeys("'red'");
        browser.run("ring()");
        browser.until("return document.getElementById('selector-problem').textContent === ''");
        assertThat(browser.find("#selector").getDomAttribute("aria-invalid")).isEqualTo("false");
        browser.named("Selector syntax").click();
        browser.await("BETWEEN");
        browser.find("#selector").sendKeys(Keys.ENTER);
        browser.await("AVAILABLE");
    }
}
