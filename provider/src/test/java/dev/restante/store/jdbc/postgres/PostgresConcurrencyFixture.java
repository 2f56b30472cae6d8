package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;

abstract class PostgresConcurrencyFixture {

    final String url = PostgresServer.newDatabase();

    StoreFixture node(String name) {
        return new StoreFixture(StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")), name);
    }
}
