package dev.restante;

import dev.restante.model.MachineClock;
import java.time.Duration;

/** Helper that creates factories with the clock of a test, for tests of other packages. */
public final class TestFactories {

    private TestFactories() {}

    /** Returns a factory whose node ends at once with its last user, and whose lease outlasts every test. */
    public static RestanteConnectionFactory create(String url, MachineClock clock) {
        RestanteConnectionFactory made = new RestanteConnectionFactory(url);
        made.setLingerDuration(Duration.ZERO);
        made.setLeaseDuration(Duration.ofDays(100_000));
        made.options().setMachineClock(clock);
        return made;
    }

    public static void timeSource(RestanteConnectionFactory factory, MachineClock clock) {
        factory.options().setMachineClock(clock);
    }
}
