package dev.restante.tck.run;

import dev.restante.tck.provider.Provider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Entry point that runs conformance suites against providers, prints the table and writes
 * {@code target/conformance.md}.
 *
 * <p>The arguments name suites and providers. Without a named suite all suites run, and without a named provider all
 * providers. The exit code is 1 if the results of Restante differ from the list of known failures. Results of other
 * providers do not change the exit code.
 */
public final class Main {

    private static final Path REPORT = Path.of("target", "conformance.md");

    private Main() {}

    /** Runs the suites. */
    public static void main(String[] arguments) throws Exception {
        List<String> named = Arrays.asList(arguments);
        List<ConformanceSuite> suites = Arrays.stream(ConformanceSuite.values())
                .filter(suite -> named.contains(suite.title()))
                .toList();
        List<Provider> providers = Provider.all().stream()
                .filter(provider -> named.contains(provider.name()))
                .toList();
        if (suites.size() + providers.size() != named.size()) {
            throw new IllegalArgumentException("Unknown among " + named);
        }
        boolean asExpected = run(
                suites.isEmpty() ? ConformanceSuite.available() : suites,
                providers.isEmpty() ? Provider.all() : providers);
        // Remaining threads of a provider must not keep the process alive.
        System.exit(asExpected ? 0 : 1);
    }

    @SuppressWarnings("SystemOut") // the table is the output of this program
    private static boolean run(List<ConformanceSuite> suites, List<Provider> providers) throws Exception {
        List<SuiteResult> results = new ArrayList<>();
        boolean asExpected = true;
        for (ConformanceSuite suite : suites) {
            for (Provider provider : providers) {
                SuiteResult result = SuiteRunner.run(suite, provider, KnownFailures.read());
                results.add(result);
                for (String complaint : result.problems()) {
                    System.out.println(suite.title() + " on " + provider.name() + ": " + complaint);
                    asExpected &= !provider.name().startsWith("restante");
                }
            }
        }
        ConformanceReport report = new ConformanceReport(results);
        System.out.println(report.table());
        Files.createDirectories(REPORT.toAbsolutePath().getParent());
        Files.writeString(REPORT, report.document());
        System.out.println("Details: " + REPORT.toAbsolutePath());
        return asExpected;
    }
}
