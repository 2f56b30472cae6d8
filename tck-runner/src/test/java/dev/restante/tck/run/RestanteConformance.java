package dev.restante.tck.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.tck.provider.Provider;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Base class that runs suites on one database. Each subclass runs in its own JVM, concurrently with other tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RestanteConformance {

    /** Returns the name of the provider, which contains the database. */
    abstract String providerName();

    /** Returns the suites that the build runs on this database. */
    List<ConformanceSuite> suites() {
        return ConformanceSuite.available();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("suites")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    final void shouldPassAllThatIsNotListed(ConformanceSuite suite) throws Exception {
        Provider provider = Provider.all().stream()
                .filter(each -> each.name().equals(providerName()))
                .findFirst()
                .orElseThrow();

        SuiteResult result = SuiteRunner.run(suite, provider, KnownFailures.read());

        assertThat(result.problems()).as(providerName()).isEmpty();
    }
}
