package dev.restante.bench.contender;

import com.zaxxer.hikari.HikariDataSource;

/**
 * Factory of HikariCP pools of up to 100 connections, for contenders that get their JDBC connections from a
 * {@code DataSource}.
 */
final class ConnectionPools {

    private static final int CONNECTIONS = 100;

    private ConnectionPools() {}

    /** Opens a pool that grows to 100 connections on demand. */
    static HikariDataSource open(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setMinimumIdle(1);
        return pool;
    }
}
