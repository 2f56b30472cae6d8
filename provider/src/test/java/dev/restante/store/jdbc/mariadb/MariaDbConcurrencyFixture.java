package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MariaDbServer;

/** A database, and nodes on it. */
abstract class MariaDbConcurrencyFixture {

    final String url = MariaDbServer.newDatabase();

    StoreFixture node(String name) {
        return new StoreFixture(StoreOpening.open(new StoreLocation.Url(url, MariaDbServer.USER, "")), name);
    }
}
