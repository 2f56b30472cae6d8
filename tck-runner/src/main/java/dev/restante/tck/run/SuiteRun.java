package dev.restante.tck.run;

import static java.util.Objects.requireNonNull;

import dev.restante.tck.provider.Provider;
import dev.restante.tck.provider.RunningProvider;
import dev.restante.tck.provider.UnderTest;
import dev.restante.tck.run.TestOutcome.Ending;
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
 * Runs one suite against one provider, which it starts and ends. One at a time in a JVM, see {@link UnderTest}. What
 * tests and providers print goes to {@code target/SUITE-PROVIDER.log}, where a line after it says how the test ended.
 */
final class SuiteRun {

    /** The configuration parameter for the time that a test may take. */
    static final String TIME_LIMIT = "junit.jupiter.execution.timeout.default";

    private static final Path LOGS = Path.of("target");

    private SuiteRun() {}

    static SuiteResult run(Suite suite, Provider provider, KnownFailures known) throws Exception {
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
            UnderTest.set(running);
            suite.systemProperties(running).forEach(System::setProperty);
            Listener listener = new Listener(suite, printed);
            LauncherFactory.create(LauncherConfig.builder()
                            .enableTestExecutionListenerAutoRegistration(false)
                            .enableLauncherSessionListenerAutoRegistration(false)
                            .build())
                    .execute(request(suite), listener);
            outcomes = listener.outcomes;
        } finally {
            System.setOut(standardOutput);
            System.setErr(standardError);
            UnderTest.set(null);
            delete(directory);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
        return new SuiteResult(suite, provider.name(), millis, outcomes, known);
    }

    /** A hanging call must not stop everything, so each test of ours runs in a thread that can be given up. */
    private static LauncherDiscoveryRequest request(Suite suite) {
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

    private static final class Listener implements TestExecutionListener {

        private final Suite suite;
        private final PrintStream log;
        private final List<TestOutcome> outcomes = new ArrayList<>();

        Listener(Suite suite, PrintStream log) {
            this.suite = suite;
            this.log = log;
        }

        private void add(TestOutcome outcome) {
            outcomes.add(outcome);
            log.println(outcome.ending() + " " + outcome.test() + " " + outcome.failureLine());
        }

        @Override
        public synchronized void executionSkipped(TestIdentifier identifier, String reason) {
            add(new TestOutcome(
                    name(identifier),
                    identifier.getDisplayName(),
                    Ending.SKIPPED,
                    new UnsupportedOperationException(reason)));
        }

        @Override
        public synchronized void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            Ending ending =
                    switch (result.getStatus()) {
                        case SUCCESSFUL -> Ending.PASSED;
                        case ABORTED -> Ending.SKIPPED;
                        case FAILED -> Ending.FAILED;
                    };
            if (identifier.isTest() || ending == Ending.FAILED) {
                add(new TestOutcome(
                        name(identifier),
                        identifier.getDisplayName(),
                        ending,
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
