package dev.restante.servers;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("GlassFish")
final class GlassFishIT extends ServerContract {

    @Override
    ApplicationServer create(
            DeploymentArchives archives,
            ServerDatabases.DatabasePair databases,
            ApplicationServer.AdapterConfiguration adapter)
            throws IOException {
        return new GlassFishServer(archives, databases, adapter);
    }
}
