package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

@DisplayName("Repairs of dead letters in the browser")
abstract class BrowserRepairsContract extends WebBrowserContract {

    private static final String ORDERS = "/entity?name=orders";

    private static List<Map<String, String>> messages(Browser browser) {
        return browser.table("Messages");
    }

    @Test
    @DisplayName("point 1: a user redrives a dead letter to its source with one click, in the list or on its page")
    void shouldRedriveWithOneClick(Browser browser) throws Exception {
        browser.open(console, DEAD_PAGE);
        String number = messages(browser).get(1).get("Number");
        picture(browser, "message-redrive");
        browser.clickAndAwaitNextPage(browser.find("button[aria-label='Redrive message " + number + "']"));
        browser.await("Message " + number + " was redriven.");
        assertThat(browser.violations()).isEmpty();
        browser.press(DEAD);
        assertThat(messages(browser)).hasSize(2).noneMatch(row -> row.get("Number")
                .equals(number));
        browser.press(messages(browser).get(0).get("Number"));
        browser.press("Redrive");
        browser.await("was redriven.");
        browser.open(console, ORDERS);
        assertThat(messages(browser)).hasSize(3);
    }

    @Test
    @DisplayName("point 2: a user redrives all dead letters after a question with their number")
    void shouldRedriveAll(Browser browser) {
        browser.open(console, DEAD_PAGE);
        browser.choose("Messages", "all messages");
        browser.press("Redrive\u2026");
        browser.await("Move 3 messages of");
        browser.press("Redrive 3 messages");
        browser.await("3 messages were redriven");
        browser.press(DEAD);
        browser.await("No messages");
        browser.open(console, ORDERS);
        assertThat(messages(browser)).hasSize(4);
    }

    @Test
    @DisplayName("point 3: a user finds dead letters from the overview, selects several by keyboard, and redrives them")
    void shouldRedriveSelected(Browser browser) throws Exception {
        browser.open(console, "/");
        browser.clickAndAwaitNextPage(browser.find("a[aria-label='3 dead letters of orders']"));
        browser.driver().findElements(By.name("sequenceNumber")).stream()
                .filter(box -> "checkbox".equals(box.getDomAttribute("type")))
                .limit(2)
                .forEach(box -> box.sendKeys(Keys.SPACE));
        picture(browser, "repair-selected");
        browser.press("Redrive\u2026");
        browser.await("back to their sources?");
        assertThat(browser.text()).contains("Move 2 messages of");
        picture(browser, "repair-question");
        assertThat(browser.violations()).isEmpty();
        browser.press("Redrive 2 messages");
        browser.await("2 messages were redriven");
        assertThat(browser.violations()).isEmpty();
        browser.open(console, "/?filter=orders");
        assertThat(browser.find("tbody tr").getText()).matches("orders queue 3 0 0 0 1 .*");
    }

    @Test
    @DisplayName("a user purges all dead letters that match a selector, and a cancelled question changes nothing")
    void shouldPurgeFiltered(Browser browser) {
        browser.open(console, DEAD_PAGE);
        browser.type("Selector", "DeadLetterReason = 'NoPaint'");
        browser.press("Filter");
        browser.choose("Messages", "all messages that match the filter");
        browser.press("Purge\u2026");
        browser.await("Permanently remove 2 messages of");
        browser.press("Cancel");
        browser.await("NoPaint");
        browser.type("Selector", "DeadLetterReason = 'NoPaint'");
        browser.press("Filter");
        browser.choose("Messages", "all messages that match the filter");
        browser.press("Purge\u2026");
        browser.press("Purge 2 messages");
        browser.await("2 messages were purged");
        browser.open(console, DEAD_PAGE);
        assertThat(browser.text()).contains("NoPaper").doesNotContain("NoPaint");
    }

    @Test
    @DisplayName("point 5: a user redrives dead letters to another queue")
    void shouldRedriveElsewhere(Browser browser) {
        browser.open(console, DEAD_PAGE);
        browser.choose("Messages", "all messages");
        browser.press("Redrive\u2026");
        browser.type("Target queue", "bills");
        browser.press("Redrive 3 messages");
        browser.await("3 messages were redriven");
        browser.open(console, "/entity?name=bills");
        assertThat(messages(browser)).hasSize(3);
    }

    @Test
    @DisplayName("point 6: a background redrive outlives its console, and another console shows and cancels it")
    void shouldRedriveInTheBackground(Browser browser) throws Exception {
        browser.open(console, DEAD_PAGE);
        browser.choose("Messages", "all messages");
        browser.press("Redrive\u2026");
        browser.type("Maximum per second", "0.001");
        browser.field("Run in the background, without a time limit").click();
        browser.press("Redrive 3 messages");
        browser.await(
                "The redrive job runs in the background, even after this console ends. The queue has 3 messages.");
        console.close();
        console = ConsoleRun.start(url());
        browser.open(console, "/jobs");
        assertThat(browser.table("Redrive jobs in the background"))
                .singleElement()
                .satisfies(job -> assertThat(job)
                        .containsEntry("State", "RUNNING")
                        .containsEntry("Requested by", "ada")
                        .containsEntry("Selection", "all, 0.001 per second"));
        assertThat(browser.find("progress").getDomAttribute("max")).isEqualTo("3");
        picture(browser, "job-running");
        browser.press("Cancel");
        browser.await("The job was cancelled. ");
        browser.open(console, "/jobs");
        assertThat(browser.table("Redrive jobs in the background"))
                .singleElement()
                .satisfies(job ->
                        assertThat(job).containsEntry("State", "CANCELLED").containsEntry("Action", ""));
    }

    @Test
    @DisplayName(
            "points 7, 8 and 9: a redriven message keeps its properties, has no reason, and shows its redrive count")
    void shouldKeepProperties(Browser browser) throws Exception {
        dead("kept", "NoGlue", "--property", "width:int=640", "--jms-type", "picture", "--correlation-id", "c1");
        browser.open(console, DEAD_PAGE);
        browser.type("Reason", "NoGlue");
        browser.press("Filter");
        assertThat(messages(browser)).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("Redriven", "0"));
        browser.press(messages(browser).get(0).get("Number"));
        assertThat(browser.text()).contains("Dead letter", "NoGlue");
        browser.press("Redrive");
        browser.open(console, ORDERS + "&selector=" + encoded("width = 640"));
        assertThat(messages(browser)).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("Redriven", "1")
                .containsEntry("Reason", "")
                .containsEntry("Source", ""));
        browser.press(messages(browser).get(0).get("Number"));
        assertThat(browser.text())
                .contains("Redriven\n1", "Type\npicture", "Correlation id\nc1")
                .doesNotContain("Dead letter", "NoGlue");
        assertThat(browser.table("Properties"))
                .contains(Map.of("Name", "width", "Type", "Integer", "Value", "640"))
                .noneMatch(row -> row.get("Name").startsWith("DeadLetter"));
        picture(browser, "redriven");
        browser.open(console, ORDERS);
        browser.type("Selector", "DeadLetterReason IS NOT NULL OR DeadLetterSource IS NOT NULL");
        browser.press("Filter");
        browser.await("No messages");
        prompt.ok("receive", "orders", "--selector", "width = 640", "--settle", "dead-letter", "--reason", "Again");
        browser.open(console, DEAD_PAGE + "&reason=Again");
        assertThat(messages(browser)).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("Redriven", "1"));
    }

    @Test
    @DisplayName("point 20: each dead letter shows its source, with a link to the page of the source")
    void shouldShowSource(Browser browser) {
        browser.open(console, DEAD_PAGE);
        assertThat(messages(browser)).hasSize(3).allSatisfy(row -> assertThat(row)
                .containsEntry("Source", "orders"));
        // The Enter key also scrolls the link into view if the table is wider than the screen.
        WebElement source = browser.find("[aria-label=Messages] tbody td:last-child a");
        browser.runAndAwaitNextPage(() -> source.sendKeys(Keys.ENTER));
        assertThat(browser.find("h1").getText()).isEqualTo("orders");
        assertThat(browser.driver().getCurrentUrl()).endsWith(ORDERS);
    }

    @Test
    @DisplayName("point 6: the page of background redrives shows growing progress without a reload")
    void shouldShowProgress(Browser browser) throws Exception {
        for (int i = 0; i < 7; i++) {
            dead("more", "NoPaint");
        }
        openWithStoppedClock(browser, "/jobs");
        browser.await("No redrive job was started in the last week.");
        browser.run("window.seen = new Set(); window.bar = () => document.querySelector('progress')");
        prompt.ok("redrive", DEAD, "--background", "--rate", "5");
        refreshUntil(browser, "bar()");
        browser.run("window.row = document.querySelector('tbody tr')");
        refreshUntil(browser, "seen.add(bar().value), document.body.innerText.includes('DONE')");
        List<?> seen = (List<?>) browser.run("return [...seen]");
        assertThat(seen).hasSizeGreaterThan(2).last().isEqualTo(10L);
        assertThat(seen.stream().map(value -> ((Number) value).longValue()).toList())
                .isSorted();
        assertThat(browser.run("return row === document.querySelector('tbody tr')"))
                .isEqualTo(true);
        assertThat(browser.row("DONE").getText()).contains("10 of 10");
        picture(browser, "job-done");
    }
}
