package dev.restante.tck.run;

import static java.util.Objects.requireNonNull;

import dev.restante.tck.provider.Provider;
import dev.restante.tck.provider.ProviderUnderTest;
import dev.restante.tck.provider.RunningProvider;
import dev.restante.tck.run.TestOutcome.TestStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.discovery.LauncherDiscoveryListeners;

/**
 * Runner of one suite against one provider, which it starts and stops. A JVM runs one suite at a time, see
 * {@link ProviderUnderTest}. The output of tests and providers goes to {@code target/SUITE-PROVIDER.log}, with a line
 * after each test that says how it ended.
 */
final class SuiteRunner {

    /** Configuration parameter for the time limit of a test. */
    static final String TIME_LIMIT = "junit.jupiter.execution.timeout.default";

    private static final Path LOGS = Path.of("target");

    private SuiteRunner() {}

    static SuiteResult run(ConformanceSuite suite, Provider provider, KnownFailures known) throws Exception {
        long begunNanos = System.nanoTime();
        List<TestOutcome> outcomes;
        Path directory = Files.createTempDirectory("conformance");
        Path log = LOGS.resolve(suite.title() + "-" + provider.name() + ".log");
        Files.createDirectories(LOGS);
        PrintStream standardOutput = System.out;
        PrintStream standardError = System.err;
        try (PrintStream printed = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8);
                RunningProvider running = provider.start(directory)) {
            System.setOut(printed);
            System.setErr(printed);
            ProviderUnderTest.set(running);
            suite.systemProperties(running).forEach(System::setProperty);
            OutcomeCollector collector = new OutcomeCollector(suite, printed);
            LauncherFactory.create(LauncherConfig.builder()
                            .enableTestExecutionListenerAutoRegistration(false)
                            .enableLauncherSessionListenerAutoRegistration(false)
                            .build())
                    .execute(request(suite), collector);
            outcomes = collector.outcomes;
        } finally {
            System.setOut(standardOutput);
            System.setErr(standardError);
            ProviderUnderTest.set(null);
            delete(directory);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
        return new SuiteResult(suite, provider.name(), millis, outcomes, known);
    }

    /**
     * Creates the request. Each test runs in a thread that JUnit can abandon, so that a hanging call does not stop the
     * suite.
     */
    private static LauncherDiscoveryRequest request(ConformanceSuite suite) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(suite.selectors())
                .listeners(LauncherDiscoveryListeners.abortOnFailure())
                .configurationParameter(TIME_LIMIT, "60 s")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD");
        suite.configure(request);
        return request.build();
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static final class OutcomeCollector implements TestExecutionListener {

        private final ConformanceSuite suite;
        private final PrintStream log;
        private final List<TestOutcome> outcomes = new ArrayList<>();

        OutcomeCollector(ConformanceSuite suite, PrintStream log) {
            this.suite = suite;
            this.log = log;
        }

        private void add(TestOutcome outcome) {
            outcomes.add(outcome);
            log.println(outcome.status() + " " + outcome.test() + " " + outcome.failureLine());
        }

        @Override
        public synchronized void executionSkipped(TestIdentifier identifier, String reason) {
            add(new TestOutcome(
                    name(identifier),
                    identifier.getDisplayName(),
                    TestStatus.SKIPPED,
                    new UnsupportedOperationException(reason)));
        }

        @Override
        public synchronized void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            TestStatus status =
                    switch (result.getStatus()) {
                        case SUCCESSFUL -> TestStatus.PASSED;
                        case ABORTED -> TestStatus.SKIPPED;
                        case FAILED -> TestStatus.FAILED;
                    };
            if (identifier.isTest() || status == TestStatus.FAILED) {
                add(new TestOutcome(
                        name(identifier),
                        identifier.getDisplayName(),
                        status,
                        result.getThrowable().orElse(null)));
            }
        }

        private String name(TestIdentifier identifier) {
            TestSource source = identifier.getSource().orElse(null);
            if (source instanceof MethodSource method) {
                return suite.shortName(requireNonNull(method.getClassName())) + "." + method.getMethodName();
            }
            return identifier.getDisplayName();
        }
    }
}
