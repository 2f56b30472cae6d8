package dev.restante.tck.run;

import dev.restante.tck.provider.Provider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs suites against providers, prints the table and writes {@code target/conformance.md}.
 *
 * <p>Arguments name suites and providers; where none of a kind is named, all of that kind run. It exits with 1 if
 * Restante does not do what the list of known failures says; what the other providers do is only reported.
 */
public final class Main {

    private static final Path REPORT = Path.of("target", "conformance.md");

    private Main() {}

    /** Names of suites and providers in any order. */
    public static void main(String[] arguments) throws Exception {
        List<String> named = Arrays.asList(arguments);
        List<Suite> suites = Arrays.stream(Suite.values())
                .filter(suite -> named.contains(suite.title()))
                .toList();
        List<Provider> providers = Provider.all().stream()
                .filter(provider -> named.contains(provider.name()))
                .toList();
        if (suites.size() + providers.size() != named.size()) {
            throw new IllegalArgumentException("Unknown among " + named);
        }
        boolean asExpected =
                run(suites.isEmpty() ? Suite.available() : suites, providers.isEmpty() ? Provider.all() : providers);
        // Threads of a provider that were left behind must not keep the process alive.
        System.exit(asExpected ? 0 : 1);
    }

    @SuppressWarnings("SystemOut") // the table is what this program is for
    private static boolean run(List<Suite> suites, List<Provider> providers) throws Exception {
        List<SuiteResult> results = new ArrayList<>();
        boolean asExpected = true;
        for (Suite suite : suites) {
            for (Provider provider : providers) {
                SuiteResult result = SuiteRun.run(suite, provider, KnownFailures.read());
                results.add(result);
                for (String complaint : result.complaints()) {
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
