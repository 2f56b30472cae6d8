package dev.restante.bench.contender;

import java.nio.file.Path;
import java.util.Optional;

/** Embedded Artemis with its journal in PostgreSQL. */
public record ArtemisJdbcContender() implements JmsContender, PostgresqlContender {

    @Override
    public String name() {
        return "artemis-jdbc";
    }

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpirySupport> expirySupport() {
        return Optional.of(new ArtemisBroker.ArtemisExpirySupport());
    }

    @Override
    public boolean supportsSharedDatabase() {
        return false;
    }

    @Override
    public RunningBroker start(Path directory, MessageStorage storage) throws Exception {
        if (storage == MessageStorage.MEMORY) {
            return ArtemisBroker.start(directory, storage, () -> {});
        }
        BenchPostgresqlServer server = BenchPostgresqlServer.start(directory.resolve("postgresql"));
        return ArtemisBroker.startOn(server.url(), directory, server);
    }

    @Override
    public RunningBroker startOnDatabase(String url, Path directory) throws Exception {
        return ArtemisBroker.startOn(url, directory, () -> {});
    }
}
