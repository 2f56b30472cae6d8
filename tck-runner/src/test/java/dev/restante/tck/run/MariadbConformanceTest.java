package dev.restante.tck.run;

import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The rows only; the profile {@code conformance} runs all. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
final class MariadbConformanceTest extends RestanteConformance {

    @Override
    String providerName() {
        return "restante-mariadb";
    }

    @Override
    List<Suite> suites() {
        return List.of(Suite.ROWS);
    }
}
