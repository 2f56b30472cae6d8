package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;

/** A database, and nodes on it. */
abstract class PostgresConcurrencyFixture {

    final String url = PostgresServer.newDatabase();

    StoreFixture node(String name) {
        return new StoreFixture(StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, "")), name);
    }
}
