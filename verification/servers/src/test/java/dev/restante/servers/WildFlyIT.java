package dev.restante.servers;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("WildFly")
final class WildFlyIT extends ServerContract {

    @Override
    ApplicationServer create(
            DeploymentArchives archives,
            ServerDatabases.DatabasePair databases,
            ApplicationServer.AdapterConfiguration adapter)
            throws IOException {
        return new WildFlyServer(archives, databases, adapter);
    }
}
