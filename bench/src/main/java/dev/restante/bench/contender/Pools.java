package dev.restante.bench.contender;

import com.zaxxer.hikari.HikariDataSource;

/** Pools of connections for what wants a data source. */
final class Pools {

    private static final int CONNECTIONS = 100;

    private Pools() {}

    /** Opens one that has as many connections as are asked for at the same time, up to 100. */
    static HikariDataSource open(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setMinimumIdle(1);
        return pool;
    }
}
