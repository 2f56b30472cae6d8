package dev.restante.store.jdbc;

import dev.restante.store.DeliveryReader;
import dev.restante.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A node on an empty store, for tests of what it reads. */
abstract class StoreReadFixture {

    StoreFixture fixture;
    DeliveryReader reader;

    /** A store on an empty database of this test. */
    abstract Store openEmpty();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(openEmpty());
        reader = fixture.store.deliveries();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }
}
