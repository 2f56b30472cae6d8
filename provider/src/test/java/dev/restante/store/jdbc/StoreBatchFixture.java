package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

abstract class StoreBatchFixture {

    StoreFixture fixture;

    abstract Store openEmpty();

    abstract Connection connect() throws SQLException;

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(openEmpty());
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    Delivery only() {
        assertThat(fixture.stored()).hasSize(1);
        return fixture.stored().get(0);
    }
}
