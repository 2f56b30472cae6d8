package dev.restante.servers;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Open Liberty")
final class OpenLibertyIT extends ServerContract {

    @Override
    Server create(Archives archives, Databases.Pair databases, Server.Adapter adapter) throws IOException {
        return new OpenLiberty(archives, databases, adapter);
    }
}
