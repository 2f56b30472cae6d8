package dev.restante.feature.outage;

import org.junit.jupiter.api.DisplayName;

/**
 * Lost COMMIT answers, where the pool and the connections of the application throw unchecked exceptions like server
 * wrappers.
 */
@DisplayName("SND-09 unknown outcomes with unchecked exceptions")
class UncheckedFailuresTest extends PostgresOutcomeUnknownTest {

    @Override
    boolean unchecked() {
        return true;
    }
}
