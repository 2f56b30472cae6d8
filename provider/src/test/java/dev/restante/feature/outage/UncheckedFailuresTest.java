package dev.restante.feature.outage;

import org.junit.jupiter.api.DisplayName;

/** The same where pool and connections of the application throw unchecked exceptions, as wrappers of servers do. */
@DisplayName("SND-09 with unchecked exceptions")
class UncheckedFailuresTest extends PostgresOutcomeUnknownTest {

    @Override
    boolean unchecked() {
        return true;
    }
}
