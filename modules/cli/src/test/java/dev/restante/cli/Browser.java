package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless Chromium browser that all tests of a JVM share. */
final class Browser {

    /** Colour scheme that the user prefers. */
    enum Scheme {
        LIGHT,
        DARK
    }

    /** System property that makes a missing browser a test failure. */
    static final String REQUIRED = "restante.browser.required";

    private static final int WIDTH = 1200;
    private static final int HEIGHT = 800;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration REST = Duration.ofMillis(20);
    /** Logger of Selenium, which would warn that it has no classes for the version of the browser. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private static final Path SCREENSHOTS = Path.of(System.getProperty("restante.screenshots", "target/screenshots"));

    private final ChromeDriver driver;
    private final String axe;
    private String loggedInTo = "";

    /** Folder for the temporary files of the browser, some of which the browser leaves behind. */
    private final Path folder;

    private Browser(Path browser, Path program) {
        folder = newFolder();
        SELENIUM.setLevel(Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.toFile());
        options.addArguments(
                "--headless=new",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--lang=en",
                "--window-size=" + WIDTH + "," + HEIGHT);
        if ("root".equals(System.getProperty("user.name"))) {
            options.addArguments("--no-sandbox");
        }
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(program.toFile())
                        .usingAnyFreePort()
                        .withEnvironment(Map.of("TMPDIR", folder.toString()))
                        .build(),
                options);
        driver.manage().timeouts().implicitlyWait(TIMEOUT).scriptTimeout(TIMEOUT);
        axe = resource("/axe.min.js");
    }

    /** JUnit extension that starts the browser on first use, and ends it after the last test. */
    static final class Started implements BeforeAllCallback, ParameterResolver {

        private static final Namespace OURS = Namespace.create(Browser.class);

        @Override
        public void beforeAll(ExtensionContext context) {
            Optional<Path> browser = program("chromium", "chromium-browser", "google-chrome");
            Optional<Path> driver = program("chromedriver");
            if (browser.isEmpty() || driver.isEmpty()) {
                String missing = "THE CONSOLE IS NOT TESTED IN A BROWSER: there is no chromium or no chromedriver."
                        + " Install them (Debian: apt-get install chromium chromium-driver),"
                        + " or let mvn -pl modules/cli -am test -Pbrowser do so";
                assertThat(Boolean.getBoolean(REQUIRED)).as(missing).isFalse();
                System.err.println(missing);
                assumeTrue(false, missing);
            }
            context.getRoot()
                    .getStore(OURS)
                    .getOrComputeIfAbsent(
                            Open.class,
                            unused -> new Open(new Browser(browser.orElseThrow(), driver.orElseThrow())),
                            Open.class);
        }

        private static Optional<Path> program(String... names) {
            String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
            return Arrays.stream(names)
                    .flatMap(name -> Arrays.stream(path.split(java.io.File.pathSeparator))
                            .map(folder -> Path.of(folder, name)))
                    .filter(Files::isExecutable)
                    .findFirst();
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Browser.class;
        }

        @Override
        public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot().getStore(OURS).get(Open.class, Open.class).browser();
        }
    }

    private record Open(Browser browser) implements AutoCloseable {
        @Override
        public void close() {
            browser.close();
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("restante-browser");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void close() {
        driver.quit();
        try {
            delete();
        } catch (IOException | UncheckedIOException e) {
            // Processes of the browser may end after the driver.
            System.err.println("The browser's files in " + folder + " could not all be removed: " + e);
        }
    }

    private void delete() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static String resource(String name) {
        try (InputStream resource = Browser.class.getResourceAsStream(name)) {
            assertThat(resource).as(name).isNotNull();
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a page of a console for a user with all rights, on a screen of the default size. */
    void open(ConsoleRun console, String address) {
        open(console.base() + "", "ada", ConsoleRun.PASSWORD, address);
    }

    /** Opens a page for a user, on a screen of the default size. */
    void open(String base, String user, String password, String address) {
        screen(WIDTH, HEIGHT);
        scheme(Scheme.LIGHT);
        String login = base.replace("://", "://" + user + ":" + ConsoleRun.encoded(password) + "@");
        if (!login.equals(loggedInTo)) {
            // Relative links of a page would inherit a password in its address, so another page does the login.
            driver.manage().deleteAllCookies();
            driver.get(login + "/console.css");
            loggedInTo = login;
        }
        driver.get(base + address);
    }

    /** Changes the size of the screen for the current page. */
    void screen(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    void scheme(Scheme scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of(
                                "name",
                                "prefers-color-scheme",
                                "value",
                                scheme.name().toLowerCase(java.util.Locale.ROOT)))));
    }

    /** Enables or disables scripts. */
    void scripts(boolean on) {
        driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !on));
    }

    /** Connects or disconnects the network. */
    void network(boolean on) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand(
                "Network.emulateNetworkConditions",
                Map.of("offline", !on, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    /**
     * Gives the pages that are opened next a clock that stays at {@code time}. Their timeouts are stored in
     * {@code timers}, and {@code ring()} runs them.
     *
     * @return an action that restores the real clock
     */
    Runnable standingClock() {
        Object id = driver.executeCdpCommand(
                        "Page.addScriptToEvaluateOnNewDocument",
                        Map.of(
                                "source",
                                """
                        window.timers = new Map();
                        window.time = 0;
                        performance.now = () => time;
                        let last = 0;
                        window.setTimeout = (run, millis) => { timers.set(++last, { run, millis }); return last; };
                        window.clearTimeout = id => timers.delete(id);
                        window.ring = () => {
                            const all = [...timers.values()];
                            timers.clear();
                            all.forEach(timer => timer.run());
                        };"""))
                .get("identifier");
        return () -> driver.executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", id));
    }

    private WebDriverWait waiting() {
        return new WebDriverWait(driver, TIMEOUT, REST);
    }

    void until(String script) {
        waiting().withMessage(() -> script + ": " + text()).until(unused -> Boolean.TRUE.equals(run(script)));
    }

    WebDriver driver() {
        return driver;
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    /** Returns the button, link or summary with a text. */
    WebElement named(String text) {
        return find(
                "link or button",
                "//*[self::a or self::button or self::summary][normalize-space()='" + text + "']",
                text);
    }

    /** Returns the input field with a label. */
    WebElement field(String label) {
        return find(
                "field",
                "//*[@id = //label[normalize-space()='" + label + "']/@for] | //label[normalize-space()='" + label
                        + "']/input | //*[self::input or self::select or self::textarea][@aria-label='" + label + "']",
                label);
    }

    /** Returns the table row that has a cell with a text. */
    WebElement row(String text) {
        return find("row", "//tbody/tr[*[normalize-space()='" + text + "']]", text);
    }

    /** Returns the rows of the table with a label, as cell texts by column title. */
    @SuppressWarnings("unchecked") // the script returns this type
    List<Map<String, String>> table(String label) {
        return (List<Map<String, String>>) run(
                """
                const table = document.querySelector('[role=region][aria-label="' + arguments[0] + '"] table');
                const titles = [...table.querySelectorAll('thead th')].map(title => title.innerText);
                return [...table.querySelectorAll('tbody tr')].map(row =>
                    Object.fromEntries([...row.children].map((cell, i) => [titles[i], cell.innerText])));""",
                label);
    }

    private WebElement find(String what, String xpath, String text) {
        try {
            return driver.findElement(By.xpath(xpath));
        } catch (NoSuchElementException e) {
            throw new AssertionError("there is no " + what + " '" + text + "': " + text(), e);
        }
    }

    /** Presses the button or link with a text, and waits for the next page. */
    void press(String text) {
        clickAndAwaitNextPage(named(text));
    }

    /** Clicks an element that leads to another page, and waits for that page. */
    void clickAndAwaitNextPage(WebElement element) {
        runAndAwaitNextPage(element::click);
    }

    /** Runs a step that leads to another page, and waits for that page. */
    void runAndAwaitNextPage(Runnable step) {
        run("window.isLeft = true");
        step.run();
        // While the browser changes the page, its driver throws several kinds of exceptions.
        waiting()
                .ignoring(WebDriverException.class)
                .until(unused ->
                        Boolean.TRUE.equals(run("return !window.isLeft && document.readyState === 'complete'")));
    }

    /** Replaces the text of the input field with a label. */
    void type(String label, String text) {
        WebElement field = field(label);
        field.clear();
        field.sendKeys(text);
    }

    /** Chooses an option, by its text, of the select field with a label. */
    void choose(String label, String text) {
        new Select(field(label)).selectByVisibleText(text);
    }

    String text() {
        return find("body").getText();
    }

    Object run(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(script, arguments);
    }

    void await(String text) {
        waiting()
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> "the page has not '" + text + "': " + text())
                .until(unused -> text().contains(text));
    }

    /** Returns the browser log since the last call: blocked resources and failed scripts. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    /** Returns the accessibility violations that axe finds: rules and the elements that break them. */
    List<?> violations() {
        return violations("{}");
    }

    /** Returns the violations of the colour rules, because the other rules do not depend on the colour scheme. */
    List<?> contrasts() {
        return violations("{ runOnly: ['color-contrast', 'link-in-text-block'] }");
    }

    private List<?> violations(String options) {
        if (Boolean.FALSE.equals(run("return 'axe' in window"))) {
            run(axe);
        }
        return (List<?>) driver.executeAsyncScript(
                """
                const done = arguments[arguments.length - 1];
                axe.run(document, OPTIONS).then(
                    found => done(found.violations.map(
                        rule => rule.id + ': ' + rule.nodes.map(node => node.html + ' ' + node.failureSummary))),
                    failure => done(['axe failed: ' + failure]));
                """
                        .replace("OPTIONS", options));
    }

    /** Saves a screenshot. */
    Path picture(String name) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        return Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    }
}
