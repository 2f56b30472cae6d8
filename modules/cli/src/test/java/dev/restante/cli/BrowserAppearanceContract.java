package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

@DisplayName("Appearance of the console in the browser")
abstract class BrowserAppearanceContract extends WebBrowserContract {

    private static final int PHONE = 360;

    private AllPagesContent standing;

    /** Returns the addresses of all pages by the names of their screenshots. */
    private Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("overview", "/");
        pages.put("dead-letters", "/dead-letters");
        pages.put("entity", "/entity?name=orders");
        pages.put("entity-filtered", "/entity?name=orders&state=DEFERRED&selector=" + encoded("colour = 'blue'"));
        pages.put("entity-day", "/entity?name=orders&scale=day");
        pages.put("selector", "/selector?text=colour");
        pages.put("message", messagePage("orders"));
        pages.put("message-hex", messagePage("orders") + "&view=hex");
        pages.put("dead-letter-queue", DEAD_PAGE);
        pages.put("dead-letter", messagePage(DEAD));
        pages.put("reasons", "/reasons?name=" + encoded(DEAD));
        pages.put("edit", messagePage(DEAD).replace("/message", "/edit"));
        pages.put("jobs", "/jobs");
        pages.put("groups", "/groups?name=desk");
        pages.put("group-state", "/group-state?name=desk&group=b");
        pages.put("locks", "/locks?name=desk");
        pages.put("message-locked", "/message?name=desk&sequenceNumber=" + standing.number("LOCKED"));
        pages.put("explain", "/explain?name=desk&sequenceNumber=" + standing.number("SCHEDULED"));
        pages.put("schedule", "/schedule?name=desk");
        pages.put("options", "/options?name=desk");
        pages.put("options-dead-letters", "/options?name=" + encoded(DEAD));
        pages.put("create", "/create?kind=queue");
        pages.put("topic", "/topic?name=news");
        pages.put("subscriptions", "/subscriptions");
        pages.put("subscription", "/subscription?name=" + encoded(AllPagesContent.SUBSCRIPTION));
        pages.put("rule", "/rule?name=" + encoded(AllPagesContent.SUBSCRIPTION) + "&rule=red");
        pages.put("nodes", "/nodes");
        pages.put("transactions", "/transactions");
        pages.put("overview-groups", "/?group=prefix");
        pages.put("failure", "/nothing");
        return pages;
    }

    @BeforeEach
    void furnish() throws Exception {
        standing = new AllPagesContent(prompt, application());
        prompt.ok("redrive", DEAD, "--background", "--rate", "0.001");
        try (Connection connection = database()) {
            RecordedHistory.write(
                    connection,
                    List.of(
                            new RecordedHistory.QueueHistory(
                                    "orders", i -> 40 + i % 17, i -> 120 + i % 31, i -> 100 + i % 37),
                            new RecordedHistory.QueueHistory(DEAD, i -> i / 20, i -> 1, i -> 0)));
        }
    }

    @AfterEach
    void clear() throws Exception {
        standing.close();
    }

    @Test
    @DisplayName("axe finds no accessibility violation on any page, with the light and the dark scheme")
    void shouldBeAccessible(Browser browser) throws Exception {
        Map<String, List<?>> found = new LinkedHashMap<>();
        for (Map.Entry<String, String> page : pages().entrySet()) {
            browser.open(console, page.getValue());
            for (Browser.Scheme scheme : Browser.Scheme.values()) {
                browser.scheme(scheme);
                found.put(
                        page.getKey() + ", " + scheme,
                        scheme == Browser.Scheme.LIGHT ? browser.violations() : browser.contrasts());
                picture(browser, page.getKey() + "-" + scheme);
            }
        }
        assertThat(found)
                .allSatisfy((page, violations) -> assertThat(violations).isEmpty());
    }

    @Test
    @DisplayName("no page is wider than the screen of a phone")
    void shouldFitPhone(Browser browser) throws Exception {
        prompt.ok("queue", "create", "a".repeat(200));
        Map<String, Long> widths = new LinkedHashMap<>();
        for (Map.Entry<String, String> page : pages().entrySet()) {
            browser.open(console, page.getValue());
            browser.screen(PHONE, 740);
            widths.put(page.getKey(), (Long) browser.run("return document.documentElement.scrollWidth"));
            picture(browser, page.getKey() + "-PHONE");
        }
        assertThat(widths).allSatisfy((page, width) -> assertThat(width).isLessThanOrEqualTo(PHONE));
    }

    @Test
    @DisplayName("the label of a header field stays beside the field at every width from 500 to 1,400 pixels")
    void shouldKeepLabels(Browser browser) throws Exception {
        browser.open(console, messagePage(DEAD).replace("/message", "/edit"));
        for (int width = 500; width <= 1400; width += 50) {
            browser.screen(width, 800);
            assertThat(
                            (List<?>)
                                    browser.run(
                                            """
                            return [...document.querySelectorAll('fieldset label[for]')]
                                .filter(label => label.getBoundingClientRect().top
                                    > document.getElementById(label.htmlFor).getBoundingClientRect().bottom
                                    || label.getBoundingClientRect().bottom
                                    < document.getElementById(label.htmlFor).getBoundingClientRect().top)
                                .map(label => label.textContent)"""))
                    .as("%s pixels", width)
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("the titles of number columns are aligned to the right, and the titles of text columns to the left")
    void shouldAlignHeaders(Browser browser) throws Exception {
        browser.open(console, "/entity?name=orders");
        assertThat(
                        (List<?>)
                                browser.run(
                                        """
                        return [...document.querySelectorAll('thead th')]
                            .filter(header => getComputedStyle(header).textAlign === 'right')
                            .map(header => header.textContent)"""))
                .isEqualTo(List.of("Deliveries", "Redriven", "Priority", "Bytes"));
    }

    @Test
    @DisplayName("the Tab key reaches all controls in the order of the page, and each focused control has an outline")
    void shouldTabThroughPage(Browser browser) {
        for (Map.Entry<String, String> page : pages().entrySet()) {
            browser.open(console, page.getValue());
            List<?> usable = (List<?>)
                    browser.run(
                            """
                    window.reached = [];
                    window.outlines = new Set();
                    document.addEventListener('focusin', event => {
                        const style = getComputedStyle(event.target);
                        reached.push(event.target.outerHTML);
                        outlines.add(style.outlineStyle + ' ' + parseFloat(style.outlineWidth));
                    });
                    return [...document.querySelectorAll('a[href], button, select, summary, textarea, [tabindex], input:not([type=hidden])')]
                        .filter(element => element.checkVisibility())
                        .map(element => element.outerHTML)""");
            assertThat(usable).as(page.getKey()).hasSizeGreaterThan(5);
            Actions tabs = new Actions(browser.driver());
            usable.forEach(unused -> tabs.sendKeys(Keys.TAB));
            tabs.perform();
            assertThat(browser.run("return reached")).as(page.getKey()).isEqualTo(usable);
            assertThat((List<?>) browser.run("return [...outlines]"))
                    .as(page.getKey())
                    .singleElement()
                    .isEqualTo("solid 3");
        }
    }

    @Test
    @DisplayName("pages load resources only from the console, and the browser logs no complaint")
    void shouldLoadNothingElse(Browser browser) {
        browser.complaints();
        for (String page : pages().values()) {
            if (page.equals("/nothing")) {
                continue;
            }
            browser.open(console, page);
            assertThat((List<?>)
                            browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)"))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(name.toString())
                            .startsWith(console.base().toString()));
        }
        assertThat(browser.complaints()).isEmpty();
    }
}
