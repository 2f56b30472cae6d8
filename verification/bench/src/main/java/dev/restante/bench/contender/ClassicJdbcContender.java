package dev.restante.bench.contender;

import java.nio.file.Path;

/** Embedded ActiveMQ Classic with its messages in PostgreSQL. */
public record ClassicJdbcContender() implements JmsContender, PostgresqlContender {

    @Override
    public String name() {
        return "classic-jdbc";
    }

    @Override
    public boolean sendsAsynchronously() {
        return false;
    }

    @Override
    public boolean supportsSharedDatabase() {
        return false;
    }

    @Override
    public RunningBroker start(Path directory, MessageStorage storage) throws Exception {
        if (storage == MessageStorage.MEMORY) {
            return ClassicBroker.start(directory, storage);
        }
        BenchPostgresqlServer server = BenchPostgresqlServer.start(directory.resolve("postgresql"));
        return ClassicBroker.startOn(server.url(), directory, server);
    }

    @Override
    public RunningBroker startOnDatabase(String url, Path directory) throws Exception {
        return ClassicBroker.startOn(url, directory, () -> {});
    }
}
