package dev.restante.tck.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.tck.provider.Provider;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All suites on some databases; a class for each of them runs in a JVM of its own, at the same time as another one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RestanteConformance {

    static final String EMBEDDED = "restante-hsqldb";

    /** Restante on which databases. */
    abstract boolean isOn(String providerName);

    final Stream<Arguments> suitesAndDatabases() {
        List<Provider> providers = Provider.all().stream()
                .filter(provider -> provider.name().startsWith("restante") && isOn(provider.name()))
                .toList();
        assertThat(providers).isNotEmpty();
        return Suite.available().stream()
                .flatMap(suite -> providers.stream().map(provider -> Arguments.of(suite, provider.name(), provider)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("suitesAndDatabases")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    final void shouldPassAllThatIsNotListed(Suite suite, String providerName, Provider provider) throws Exception {
        SuiteResult result = SuiteRun.run(suite, provider, KnownFailures.read());

        assertThat(result.complaints()).as(providerName).isEmpty();
    }
}
