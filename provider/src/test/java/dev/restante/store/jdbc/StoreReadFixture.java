package dev.restante.store.jdbc;

import dev.restante.store.DeliveryReader;
import dev.restante.store.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

abstract class StoreReadFixture {

    StoreFixture fixture;
    DeliveryReader reader;

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
