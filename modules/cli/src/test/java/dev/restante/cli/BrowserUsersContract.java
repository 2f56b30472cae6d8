package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Users of the console in the browser")
abstract class BrowserUsersContract extends WebBrowserContract {

    private Path users(String... lines) throws IOException {
        Path file = directory.resolve("users");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.write(file, List.of(lines));
    }

    private int dead() {
        return ((List<?>) Run.at(prompt.json("peek", DEAD), "messages")).size();
    }

    @Test
    @DisplayName("point 14: a read-only console shows messages, but neither offers nor accepts changes")
    void shouldOnlyLook(Browser browser) throws Exception {
        try (ConsoleRun readOnly = ConsoleRun.start(url(), "--read-only")) {
            browser.open(readOnly, DEAD_PAGE);
            assertThat(browser.text())
                    .contains("ada, read-only", "NoPaint", "NoPaper")
                    .doesNotContain("Redrive\u2026", "Purge", "Select\n");
            assertThat(browser.run("return document.querySelectorAll('form[method=post], [type=checkbox]').length"))
                    .isEqualTo(0L);
            picture(browser, "read-only");
            browser.press(browser.table("Messages").get(0).get("Number"));
            assertThat(browser.text())
                    .contains("Body")
                    .doesNotContain("Edit and resubmit")
                    .doesNotContainPattern("Redrive(?! jobs)");
            browser.press("Overview");
            assertThat(browser.text()).doesNotContain("Create queue");
            browser.open(readOnly, "/create?kind=queue");
            browser.await("CONSOLE-READ-ONLY");
        }
    }

    @Test
    @DisplayName("point 15: a user sees only permitted actions, and the console rejects all other actions")
    void shouldHaveRights(Browser browser) throws Exception {
        Path file = users("guest:view:g", "fixer:read,repair:f");
        try (ConsoleRun run = ConsoleRun.start(url(), "--console-users-file", file.toString())) {
            String base = run.base().toString();
            browser.open(base, "guest", "g", DEAD_PAGE);
            assertThat(browser.text()).contains("guest, read-only", "NoPaint").doesNotContain("Redrive\u2026");
            browser.press(browser.table("Messages").get(0).get("Number"));
            browser.await("guest may not read messages");
            browser.open(base, "fixer", "f", DEAD_PAGE);
            assertThat(browser.text()).contains("Redrive\u2026").doesNotContain("Purge", "read-only");
            picture(browser, "rights");
            browser.press("Redrive");
            browser.await("was redriven.");
            browser.open(base, "fixer", "f", "/create?kind=queue");
            browser.await("CONSOLE-NOT-ALLOWED");
        }
        assertThat(dead()).isEqualTo(2);
    }

    @Test
    @DisplayName("point 16: behind a proxy, all links, forms and refreshes stay under the path of the console")
    void shouldWorkBehindProxy(Browser browser) throws Exception {
        try (ConsoleRun inside = ConsoleRun.start(url(), "--path", "/post/office");
                ForwardingProxy proxy = ForwardingProxy.to(inside.base())) {
            browser.open(proxy.base().toString(), "ada", ConsoleRun.PASSWORD, "/post/office/");
            browser.clickAndAwaitNextPage(browser.find("a[aria-label='3 dead letters of orders']"));
            browser.press("Redrive");
            browser.await("was redriven.");
            browser.press(DEAD);
            assertThat(browser.table("Messages")).hasSize(2);
            browser.type("Reason", "NoPaper");
            browser.press("Filter");
            assertThat(browser.driver().getCurrentUrl()).startsWith(proxy.base() + "/post/office/dead-letter-queue?");
            assertThat(browser.table("Messages")).hasSize(1);
            Runnable clock = browser.standingClock();
            try {
                browser.press("Overview");
                prompt.ok("queue", "create", "new");
                refreshUntil(browser, "document.querySelector('[data-key=new]')");
            } finally {
                clock.run();
            }
            assertThat((List<?>)
                            browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)"))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(name.toString()).startsWith(proxy.base() + "/post/office/"));
            picture(browser, "proxy");
        }
    }

    @Test
    @DisplayName("point 17: a user logs in only with the configured password, and there is no default password")
    void shouldLogIn(Browser browser) {
        prompt.fails(2, "console");
        String base = console.base().toString();
        for (String wrong : List.of("", "admin")) {
            browser.open(base, "ada", wrong, DEAD_PAGE);
            assertThat(browser.run("return performance.getEntriesByType('navigation')[0].responseStatus"))
                    .isEqualTo(401L);
            assertThat(browser.text()).doesNotContain("NoPaint");
        }
        browser.open(console, DEAD_PAGE);
        assertThat(browser.text()).contains("NoPaint", "ada");
    }

    @Test
    @DisplayName("point 17: the console rejects a form of another site, even while the user is logged in")
    void shouldRefuseForeignForms(Browser browser) throws Exception {
        browser.open(console, DEAD_PAGE);
        String token = String.valueOf(browser.run("return document.querySelector('[name=csrfToken]').value"));
        for (String given : List.of("", token)) {
            String form = "<form method=post action='" + console.base() + "/actions/message-redrive'>"
                    + "<input name=csrfToken value='" + given + "'><input name=name value='" + DEAD + "'>"
                    + "<input name=sequenceNumber value="
                    + browser.run("return document.querySelector('[name=sequenceNumber]').value")
                    + "><button>Win</button></form>";
            browser.driver().get("data:text/html," + encoded(form).replace("+", "%20"));
            browser.press("Win");
            browser.await("CONSOLE-CROSS-SITE-REQUEST");
            browser.open(console, DEAD_PAGE);
        }
        assertThat(dead()).isEqualTo(3);
    }
}
