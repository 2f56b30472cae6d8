package dev.restante.servers;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("WildFly")
final class WildFlyIT extends ServerContract {

    @Override
    Server create(Archives archives, Databases.Pair databases, Server.Adapter adapter) throws IOException {
        return new WildFly(archives, databases, adapter);
    }
}
