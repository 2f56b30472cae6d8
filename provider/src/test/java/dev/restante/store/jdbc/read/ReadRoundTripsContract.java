package dev.restante.store.jdbc.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.SharedServer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("round trips of queue reads, independent of the number of priorities")
abstract class ReadRoundTripsContract {

    /** Round trips of a read without a result: the probe, and the beginning and end of a transaction. */
    private static final int OF_A_READ = 5;

    private final DatabaseProxy proxy;
    private final StoreFixture fixture;

    ReadRoundTripsContract(SharedServer server) {
        proxy = new DatabaseProxy(server.newDatabase());
        fixture = new StoreFixture(StoreOpener.open(new StoreLocation.Url(proxy.url(), server.user(), "")));
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
        proxy.close();
    }

    /** Returns the round trips of a read that is made for the second time, over an open connection. */
    private int roundTrips(Supplier<? extends List<?>> read, int found) {
        assertThat(read.get()).hasSize(found);
        int before = proxy.roundTrips();
        assertThat(read.get()).hasSize(found);
        return proxy.roundTrips() - before;
    }

    @Test
    void shouldReadEmptyQueue() {
        assertThat(roundTrips(this::available, 0)).isLessThanOrEqualTo(OF_A_READ);
        assertThat(roundTrips(this::browsed, 0)).isLessThanOrEqualTo(OF_A_READ);
        assertThat(roundTrips(this::inspected, 0)).isLessThanOrEqualTo(OF_A_READ);
    }

    @Test
    void shouldReadEachPriorityThatIsThere() {
        for (int priority : List.of(4, 9, 4)) {
            StoreFixture.Shape shape = fixture.shape();
            shape.priority = priority;
            fixture.send(shape);
        }
        // The ranges with deliveries and the headers of the messages take more round trips.
        assertThat(roundTrips(this::available, 3)).isLessThanOrEqualTo(OF_A_READ + 3);
        assertThat(roundTrips(this::browsed, 3)).isLessThanOrEqualTo(OF_A_READ + 2);
        assertThat(roundTrips(this::inspected, 3)).isLessThanOrEqualTo(OF_A_READ + 2);
    }

    private List<?> available() {
        return fixture.store.deliveries().available(fixture.queue.id(), Map.of(), 10);
    }

    private List<Delivery> browsed() {
        return fixture.store.deliveries().browse(fixture.queue.id(), null, 10);
    }

    private List<Delivery> inspected() {
        return fixture.store.inspector().byState(fixture.queue.id(), DeliveryState.AVAILABLE, null, 10);
    }
}
