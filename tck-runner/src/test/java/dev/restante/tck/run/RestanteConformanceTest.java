package dev.restante.tck.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.tck.provider.Provider;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class RestanteConformanceTest {

    static Stream<Arguments> suitesAndDatabases() {
        return Suite.available().stream().flatMap(suite -> Provider.all().stream()
                .map(Provider::name)
                .filter(name -> name.startsWith("restante"))
                .map(name -> Arguments.of(suite, name)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("suitesAndDatabases")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void shouldPassAllThatIsNotListed(Suite suite, String providerName) throws Exception {
        Provider provider = Provider.all().stream()
                .filter(candidate -> candidate.name().equals(providerName))
                .findFirst()
                .orElseThrow();

        SuiteResult result = SuiteRun.run(suite, provider, KnownFailures.read());

        assertThat(result.complaints()).isEmpty();
    }
}
