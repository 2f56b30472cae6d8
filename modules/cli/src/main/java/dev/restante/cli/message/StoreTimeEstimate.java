package dev.restante.cli.message;

import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Instant;

/** Store time, extrapolated from one query by the local monotonic clock. */
final class StoreTimeEstimate {

    private final Instant storeTimeAtQuery;
    private final long queryNanos = System.nanoTime();

    private StoreTimeEstimate(Instant storeTimeAtQuery) {
        this.storeTimeAtQuery = storeTimeAtQuery;
    }

    static StoreTimeEstimate of(RestanteAdmin admin) throws JMSException {
        return new StoreTimeEstimate(admin.node().storeTime());
    }

    Instant now() {
        return storeTimeAtQuery.plusNanos(System.nanoTime() - queryNanos);
    }
}
