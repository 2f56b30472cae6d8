package dev.restante.bench.contender;

import java.nio.file.Path;

/** Apache ActiveMQ Classic in this JVM with its messages in PostgreSQL, security off, leases, all else as it comes. */
public record ClassicJdbcContender() implements JmsContender, OnPostgresql {

    @Override
    public String name() {
        return "classic-jdbc";
    }

    @Override
    public boolean sendsAsynchronously() {
        return false;
    }

    @Override
    public boolean sharesDatabase() {
        return false;
    }

    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        if (heldIn == HeldIn.MEMORY) {
            return ClassicBroker.start(directory, heldIn);
        }
        PostgresqlServer server = PostgresqlServer.start(directory.resolve("postgresql"));
        return ClassicBroker.startOn(server.url(), directory, server);
    }

    @Override
    public RunningBroker startOn(String url, Path directory) throws Exception {
        return ClassicBroker.startOn(url, directory, () -> {});
    }
}
