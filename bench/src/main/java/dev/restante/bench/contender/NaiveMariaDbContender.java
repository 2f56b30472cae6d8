package dev.restante.bench.contender;

import dev.restante.bench.load.Load;
import java.nio.file.Path;

/** As {@link NaiveContender}, in MariaDB. */
public record NaiveMariaDbContender() implements CarryingContender {

    @Override
    public String name() {
        return "naive-mariadb";
    }

    @Override
    public boolean carries(Load load) {
        return load.isPlain();
    }

    @Override
    public RunningTransport start(Path directory, HeldIn heldIn) throws Exception {
        MariaDbServer server = MariaDbServer.start(directory.resolve("mariadb"));
        return NaiveQueue.open(NaiveTable.MARIADB, server.url(), server);
    }
}
