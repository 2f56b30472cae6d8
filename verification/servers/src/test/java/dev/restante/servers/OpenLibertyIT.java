package dev.restante.servers;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Open Liberty")
final class OpenLibertyIT extends ServerContract {

    @Override
    ApplicationServer create(
            DeploymentArchives archives,
            ServerDatabases.DatabasePair databases,
            ApplicationServer.AdapterConfiguration adapter)
            throws IOException {
        return new OpenLibertyServer(archives, databases, adapter);
    }
}
