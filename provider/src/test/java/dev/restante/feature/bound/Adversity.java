package dev.restante.feature.bound;

import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.DatabaseProxy.TrafficMode;
import java.time.Duration;

/** Condition of the connections to the database during the calls. */
enum Adversity {
    /** Nothing arrives, on old connections and on new ones. */
    SILENT(Duration.ofSeconds(3)) {
        @Override
        void begin(DatabaseProxy proxy) {
            proxy.setNewConnections(TrafficMode.HOLD);
            proxy.setExistingConnections(TrafficMode.HOLD);
        }
    },
    /** Everything is lost, on old connections only. */
    HALF_OPEN(Duration.ofSeconds(3)) {
        @Override
        void begin(DatabaseProxy proxy) {
            proxy.setExistingConnections(TrafficMode.DROP);
        }
    },
    /** Answers are lost, on old connections only. The database executes all requests. */
    ANSWERS_LOST(Duration.ofSeconds(3)) {
        @Override
        void begin(DatabaseProxy proxy) {
            proxy.setExistingConnections(TrafficMode.DROP_ANSWERS);
        }
    },
    /** A round trip takes 200 ms. */
    SLOW(Duration.ofSeconds(6)) {
        @Override
        void begin(DatabaseProxy proxy) {
            proxy.delayRoundTrips(Duration.ofMillis(200));
        }
    },
    /** A round trip takes 200 ms, and one of five up to 2 s longer. */
    JITTER(Duration.ofSeconds(6)) {
        @Override
        void begin(DatabaseProxy proxy) {
            proxy.delayRoundTrips(Duration.ofMillis(200), Duration.ofSeconds(2));
        }
    };

    private final Duration storeTimeout;

    Adversity(Duration storeTimeout) {
        this.storeTimeout = storeTimeout;
    }

    /** Returns the {@code storeTimeout} of the node, which is longer where calls are to succeed. */
    final Duration storeTimeout() {
        return storeTimeout;
    }

    abstract void begin(DatabaseProxy proxy);
}
