package dev.restante.cli.message;

import dev.restante.admin.RestanteAdmin;
import java.time.Instant;

/** The time by the store's clock, without a question to the store for each message. */
final class StoreTime {

    private final Instant asked;
    private final long askedNanos = System.nanoTime();

    private StoreTime(Instant asked) {
        this.asked = asked;
    }

    /** Asks the node for the time. */
    static StoreTime of(RestanteAdmin admin) {
        return new StoreTime(admin.node().storeTime());
    }

    Instant now() {
        return asked.plusNanos(System.nanoTime() - askedNanos);
    }
}
