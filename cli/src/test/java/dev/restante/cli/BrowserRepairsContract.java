package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("In a browser the console's user")
abstract class BrowserRepairsContract extends BrowserContract {

    @Test
    @DisplayName("finds the dead letters from the overview, selects one, is asked, and redrives it")
    void shouldRedriveSelected(Browser browser) throws Exception {
        browser.open(console, "/");
        browser.leave(browser.find("a[aria-label='3 dead letters of orders']"));
        browser.find("input[name=number]").click();
        picture(browser, "repair-selected");
        browser.press("Redrive\u2026");
        browser.await("back to where they came from?");
        assertThat(browser.text()).contains("Move 1 messages of");
        picture(browser, "repair-question");
        assertThat(browser.violations()).isEmpty();
        browser.press("Redrive 1 messages");
        browser.await("1 messages were redriven");
        assertThat(browser.violations()).isEmpty();
        browser.open(console, "/?filter=orders");
        assertThat(browser.find("tbody tr").getText()).matches("orders queue 2 0 0 0 2 .*");
    }

    @Test
    @DisplayName("purges all that a selector matches, or cancels, and nothing is done")
    void shouldPurgeFiltered(Browser browser) {
        browser.open(console, DEAD_PAGE);
        browser.type("Selector", "DeadLetterReason = 'NoPaint'");
        browser.press("Filter");
        browser.choose("Messages", "all that the filter means");
        browser.press("Purge\u2026");
        browser.await("Remove for good 2 messages of");
        browser.press("Cancel");
        browser.await("NoPaint");
        browser.type("Selector", "DeadLetterReason = 'NoPaint'");
        browser.press("Filter");
        browser.choose("Messages", "all that the filter means");
        browser.press("Purge\u2026");
        browser.press("Purge 2 messages");
        browser.await("2 messages were purged");
        browser.open(console, DEAD_PAGE);
        assertThat(browser.text()).contains("NoPaper").doesNotContain("NoPaint");
    }
}
