package dev.restante.bench.contender;

import dev.restante.bench.load.Load;
import java.nio.file.Path;

/** Contender with a hand-written queue table in MariaDB, as {@link NaiveContender} has in PostgreSQL. */
public record NaiveMariaDbContender() implements MessagingContender {

    @Override
    public String name() {
        return "naive-mariadb";
    }

    @Override
    public boolean supports(Load load) {
        return load.isPlainQueueLoad();
    }

    @Override
    public RunningTransport start(Path directory, MessageStorage storage) throws Exception {
        BenchMariaDbServer server = BenchMariaDbServer.start(directory.resolve("mariadb"));
        return NaiveQueue.open(NaiveTable.MARIADB, server.url(), server);
    }
}
