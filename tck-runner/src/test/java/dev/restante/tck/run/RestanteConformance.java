package dev.restante.tck.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.tck.provider.Provider;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Suites on a database; a class for each of them runs in a JVM of its own, at the same time as another one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RestanteConformance {

    /** Restante on which database. */
    abstract String providerName();

    /** The suites that the build runs there. */
    List<Suite> suites() {
        return Suite.available();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("suites")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    final void shouldPassAllThatIsNotListed(Suite suite) throws Exception {
        Provider provider = Provider.all().stream()
                .filter(each -> each.name().equals(providerName()))
                .findFirst()
                .orElseThrow();

        SuiteResult result = SuiteRun.run(suite, provider, KnownFailures.read());

        assertThat(result.complaints()).as(providerName()).isEmpty();
    }
}
