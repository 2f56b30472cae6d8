package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessagingModes;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("In a browser a page of the console")
abstract class BrowserLiveContract extends BrowserContract {

    private static final String REST = "return [...timers.values()].map(timer => timer.millis).join()";

    @AfterEach
    void giveBack(Browser browser) {
        browser.network(true);
        browser.scripts(true);
    }

    @Test
    @DisplayName("shows new figures by itself")
    void shouldRefresh(Browser browser) {
        browser.open(console, "/entity?name=bills");
        browser.run("document.querySelector('dl').mine = true");
        prompt.ok("send", "bills", "x");
        browser.until("return document.querySelector('dl').innerText.includes('Available\\n1')"
                + " && document.querySelector('dl').mine === true");
    }

    @Test
    @DisplayName("keeps focus, selection, scrolling and what was typed when rows come, change and go")
    void shouldKeepWhatIsInUse(Browser browser) {
        for (int i = 0; i < 30; i++) {
            prompt.ok("queue", "create", "many" + (100 + i));
        }
        still(browser, "/");
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
        refreshed(browser, "row('aaa') && !row('many105') && row('many110').innerText.includes('queue\\t1')");
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
    @DisplayName("asks for nothing while it is hidden, and at once when it is seen again")
    void shouldPause(Browser browser) {
        still(browser, "/");
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
    @DisplayName("says that it is out of date when the console does not answer, asks less and less often, and recovers")
    void shouldBackOff(Browser browser) throws Exception {
        still(browser, "/");
        browser.network(false);
        for (int seconds : new int[] {10, 20, 40, 60, 60}) {
            browser.run("ring()");
            browser.until("return [...timers.values()].some(timer => timer.millis === " + seconds + "000)");
            assertThat(browser.find("#live").getText())
                    .contains("Not updated since", "Tried again in " + seconds + " s.");
        }
        picture(browser, "stale");
        browser.network(true);
        browser.run("ring()");
        browser.until("return document.getElementById('live').textContent === '' && timers.size === 1");
        assertThat(browser.run(REST)).isEqualTo("5000");
    }

    @Test
    @DisplayName("asks less often for what takes the console long")
    void shouldRest(Browser browser) {
        still(browser, "/nodes");
        browser.run(
                """
                const real = fetch;
                window.fetch = async (...what) => { const answer = await real(...what); time += 1500; return answer; };
                ring();""");
        browser.until("return [...timers.values()].some(timer => timer.millis === 30000)");
    }

    @Test
    @DisplayName("keeps nodes, locks, groups, the time line and transactions up to date, and buttons the same")
    void shouldRefreshStanding(Browser browser) throws Exception {
        browser.complaints();
        still(browser, "/groups?name=orders");
        prompt.ok("send", "orders", "x", "--group-id", "new");
        refreshed(browser, "document.querySelector('[data-key=new]')");
        still(browser, "/schedule?name=orders");
        prompt.ok("send", "orders", "x", "--delay", "1h");
        refreshed(browser, "document.querySelectorAll('[data-key]').length === 2");
        try (RestanteConnectionFactory factory = application();
                JMSContext context = factory.createContext(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE)) {
            still(browser, "/locks?name=orders");
            browser.await("No locked messages");
            JMSConsumer consumer = context.createConsumer(context.createQueue("orders"));
            assertThat(consumer.receive(20_000)).isNotNull();
            refreshed(browser, "document.querySelectorAll('[data-key]').length > 0");
            still(browser, "/nodes");
            browser.run("window.acquired = () => document.querySelectorAll('[data-key] .number')[1].innerText");
            refreshed(browser, "acquired() !== '0'");
            consumer.close();
        }
        refreshed(browser, "acquired() === '0'");
        still(browser, "/transactions");
        PreparedBranch.prepare(url(), (byte) 2);
        refreshed(browser, "document.querySelector('[data-key=\"5:02:01\"]')");
        browser.run("window.button = document.querySelector('button'); button.focus()");
        PreparedBranch.prepare(url(), (byte) 1);
        refreshed(browser, "document.querySelector('[data-key=\"5:01:01\"]')");
        assertThat(browser.run("return button === document.activeElement && button.closest('tr').dataset.key"))
                .isEqualTo("5:02:01");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @DisplayName("works without scripts")
    void shouldWorkWithoutScripts(Browser browser) {
        browser.scripts(false);
        browser.open(console, DEAD_PAGE);
        browser.find("input[name=number]").click();
        browser.press("Redrive\u2026");
        browser.press("Redrive 1 messages");
        browser.await("1 messages were redriven");
        browser.open(console, "/entity?name=orders&selector=" + encoded("colour ="));
        browser.await("RESTANTE-INVALID-SELECTOR");
    }
}
