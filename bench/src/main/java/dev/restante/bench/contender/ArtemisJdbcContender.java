package dev.restante.bench.contender;

import java.nio.file.Path;
import java.util.Optional;

/** Apache Artemis in this JVM with its journal in PostgreSQL, security off, everything else as it comes. */
public record ArtemisJdbcContender() implements JmsContender, OnPostgresql {

    @Override
    public String name() {
        return "artemis-jdbc";
    }

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpiryHook> expiryHook() {
        return Optional.of(new ArtemisBroker.Expiry());
    }

    @Override
    public boolean sharesDatabase() {
        return false;
    }

    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        if (heldIn == HeldIn.MEMORY) {
            return ArtemisBroker.start(directory, heldIn, () -> {});
        }
        PostgresqlServer server = PostgresqlServer.start(directory.resolve("postgresql"));
        return ArtemisBroker.startOn(server.url(), directory, server);
    }

    @Override
    public RunningBroker startOn(String url, Path directory) throws Exception {
        return ArtemisBroker.startOn(url, directory, () -> {});
    }
}
