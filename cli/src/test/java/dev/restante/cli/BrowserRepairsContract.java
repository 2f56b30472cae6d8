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
        browser.find("a[aria-label='3 dead letters of orders']").click();
        browser.find("input[name=number]").click();
        browser.picture("repair-selected");
        browser.named("Redrive\u2026").click();
        browser.await("back to where they came from?");
        assertThat(browser.text()).contains("Move 1 messages of");
        browser.picture("repair-question");
        assertThat(browser.violations()).isEmpty();
        browser.named("Redrive 1 messages").click();
        browser.await("1 messages were redriven");
        assertThat(browser.violations()).isEmpty();
        browser.open(console, "/?filter=orders");
        assertThat(browser.find("tbody tr").getText()).matches("orders queue 2 0 0 0 2 .*");
    }

    @Test
    @DisplayName("purges all that a selector matches, or cancels, and nothing is done")
    void shouldPurgeFiltered(Browser browser) {
        browser.open(console, DEAD_PAGE);
        browser.find("#selector").sendKeys("DeadLetterReason = 'NoPaint'");
        browser.named("Filter").click();
        browser.choose("scope", "all");
        browser.named("Purge\u2026").click();
        browser.await("Remove for good 2 messages of");
        browser.named("Cancel").click();
        browser.await("NoPaint");
        browser.find("#selector").sendKeys("DeadLetterReason = 'NoPaint'");
        browser.named("Filter").click();
        browser.choose("scope", "all");
        browser.named("Purge\u2026").click();
        browser.named("Purge 2 messages").click();
        browser.await("2 messages were purged");
        browser.open(console, DEAD_PAGE);
        assertThat(browser.text()).contains("NoPaper").doesNotContain("NoPaint");
    }
}
