package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Live pages in the browser")
abstract class BrowserLiveContract extends WebBrowserContract {

    private static final String REST = "return [...timers.values()].map(timer => timer.millis).join()";

    @AfterEach
    void giveBack(Browser browser) {
        browser.network(true);
        browser.scripts(true);
    }

    @Test
    @DisplayName("a page refreshes its counts without a reload")
    void shouldRefresh(Browser browser) {
        browser.open(console, "/entity?name=bills");
        browser.run("document.querySelector('dl').mine = true");
        prompt.ok("send", "bills", "x");
        browser.until("return document.querySelector('dl').innerText.includes('Available\\n1')"
                + " && document.querySelector('dl').mine === true");
    }

    @Test
    @DisplayName(
            "focus, selection, scroll position and typed text survive when a refresh adds, changes and removes rows")
    void shouldKeepWhatIsInUse(Browser browser) {
        for (int i = 0; i < 30; i++) {
            prompt.ok("queue", "create", "many" + (100 + i));
        }
        openWithStoppedClock(browser, "/");
        browser.find("#filter").sendKeys("typed");
        browser.run(
                """
                window.row = name => document.querySelector('[data-key="' + name + '"]');
                row('bills').mine = true;
                row('many110').mine = true;
                scrollTo(0, 100);
                row('many110').querySelector('a').focus({ preventScroll: true });
                getSelection().selectAllChildren(row('many120').querySelector('bdi'));""");
        prompt.ok("queue", "create", "aaa");
        prompt.ok("queue", "delete", "many105");
        prompt.ok("send", "many110", "x");
        refreshUntil(browser, "row('aaa') && !row('many105') && row('many110').innerText.includes('queue\\t1')");
        assertThat(browser.run("return row('bills').mine && row('many110').mine"))
                .isEqualTo(true);
        assertThat(browser.run("return document.activeElement === row('many110').querySelector('a')"))
                .isEqualTo(true);
        assertThat(browser.run("return getSelection().toString()")).isEqualTo("many120");
        assertThat(((Number) browser.run("return scrollY")).intValue()).isEqualTo(100);
        assertThat(browser.find("#filter").getDomProperty("value")).isEqualTo("typed");
        assertThat(browser.run("return row('aaa').nextElementSibling === row('bills')"))
                .isEqualTo(true);
    }

    @Test
    @DisplayName("a hidden page sends no requests, and a page that becomes visible refreshes at once")
    void shouldPause(Browser browser) {
        openWithStoppedClock(browser, "/");
        assertThat(browser.run(REST)).isEqualTo("5000");
        browser.run(
                """
                window.unseen = true;
                Object.defineProperty(document, 'hidden', { get: () => unseen });
                document.dispatchEvent(new Event('visibilitychange'));""");
        assertThat(browser.run(REST)).isEqualTo("");
        prompt.ok("queue", "create", "new");
        browser.run("unseen = false; document.dispatchEvent(new Event('visibilitychange'))");
        browser.until("return document.querySelector('[data-key=new]') !== null");
        browser.until("return timers.size === 1");
    }

    @Test
    @DisplayName("a page without an answer shows that it is out of date, retries ever more slowly, and recovers")
    void shouldBackOff(Browser browser) throws Exception {
        openWithStoppedClock(browser, "/");
        browser.network(false);
        for (int seconds : new int[] {10, 20, 40, 60, 60}) {
            browser.run("ring()");
            browser.until("return [...timers.values()].some(timer => timer.millis === " + seconds + "000)");
            assertThat(browser.find("#refresh-status").getText())
                    .contains("Not updated since", "Next attempt in " + seconds + " s.");
        }
        picture(browser, "stale");
        browser.network(true);
        browser.run("ring()");
        browser.until("return document.getElementById('refresh-status').textContent === '' && timers.size === 1");
        assertThat(browser.run(REST)).isEqualTo("5000");
    }

    @Test
    @DisplayName("a page refreshes less often if the console needs long to answer")
    void shouldRest(Browser browser) {
        openWithStoppedClock(browser, "/nodes");
        browser.run(
                """
                const real = fetch;
                window.fetch = async (...what) => { const answer = await real(...what); time += 1500; return answer; };
                ring();""");
        browser.until("return [...timers.values()].some(timer => timer.millis === 30000)");
    }

    @Test
    @DisplayName(
            "pages of nodes, locks, groups, schedules and transactions refresh, and a focused button stays in its row")
    void shouldRefreshOtherPages(Browser browser) throws Exception {
        browser.complaints();
        openWithStoppedClock(browser, "/groups?name=orders");
        prompt.ok("send", "orders", "x", "--group-id", "new");
        refreshUntil(browser, "document.querySelector('[data-key=new]')");
        openWithStoppedClock(browser, "/schedule?name=orders");
        prompt.ok("send", "orders", "x", "--delay", "1h");
        refreshUntil(browser, "document.querySelectorAll('[data-key]').length === 2");
        try (RestanteConnectionFactory factory = application();
                JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            openWithStoppedClock(browser, "/locks?name=orders");
            browser.await("No locked messages");
            JMSConsumer consumer = context.createConsumer(context.createQueue("orders"));
            assertThat(consumer.receive(20_000)).isNotNull();
            refreshUntil(browser, "document.querySelectorAll('[data-key]').length > 0");
            openWithStoppedClock(browser, "/nodes");
            browser.run("window.acquired = () => document.querySelectorAll('[data-key] .number')[1].innerText");
            refreshUntil(browser, "acquired() !== '0'");
            consumer.close();
        }
        refreshUntil(browser, "acquired() === '0'");
        openWithStoppedClock(browser, "/transactions");
        PreparedBranch.prepare(url(), (byte) 2);
        refreshUntil(browser, "document.querySelector('[data-key=\"5:02:01\"]')");
        browser.run("window.button = document.querySelector('button'); button.focus()");
        PreparedBranch.prepare(url(), (byte) 1);
        refreshUntil(browser, "document.querySelector('[data-key=\"5:01:01\"]')");
        assertThat(browser.run("return button === document.activeElement && button.closest('tr').dataset.key"))
                .isEqualTo("5:02:01");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @DisplayName("dead letters can be redriven and invalid selectors are reported without scripts")
    void shouldWorkWithoutScripts(Browser browser) {
        browser.scripts(false);
        browser.open(console, DEAD_PAGE);
        browser.find("input[name=sequenceNumber]").click();
        browser.press("Redrive\u2026");
        browser.press("Redrive 1 message");
        browser.await("1 message was redriven");
        browser.open(console, "/entity?name=orders&selector=" + encoded("colour ="));
        browser.await("RESTANTE-INVALID-SELECTOR");
    }
}
