package dev.restante.servers;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("GlassFish")
final class GlassFishIT extends ServerContract {

    @Override
    Server create(Archives archives, Databases.Pair databases, Server.Adapter adapter) throws IOException {
        return new GlassFish(archives, databases, adapter);
    }
}
