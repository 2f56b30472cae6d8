package dev.restante;

import dev.restante.model.TimeSource;
import java.time.Duration;

/** Factories with a test's clock, for tests of other packages. */
public final class TestFactories {

    private TestFactories() {}

    /** A factory whose node ends at once with its last user, and whose lease outlives every test. */
    public static RestanteConnectionFactory create(String url, TimeSource time) {
        RestanteConnectionFactory made = new RestanteConnectionFactory(url);
        made.setLingerDuration(Duration.ZERO);
        made.setLeaseDuration(Duration.ofDays(100_000));
        made.timeSource(time);
        return made;
    }

    /** Gives a factory a test's clock. */
    public static void timeSource(RestanteConnectionFactory factory, TimeSource time) {
        factory.timeSource(time);
    }
}
