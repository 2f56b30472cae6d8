package dev.restante.tck.run;

import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Test of the requirements on MariaDB. The profile {@code conformance} runs all suites. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
final class MariadbConformanceTest extends RestanteConformance {

    @Override
    String providerName() {
        return "restante-mariadb";
    }

    @Override
    List<ConformanceSuite> suites() {
        return List.of(ConformanceSuite.REQUIREMENTS);
    }
}
