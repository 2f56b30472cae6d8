package dev.restante.servers;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Payara Micro")
final class PayaraMicroIT extends ServerContract {

    @Override
    ApplicationServer create(
            DeploymentArchives archives,
            ServerDatabases.DatabasePair databases,
            ApplicationServer.AdapterConfiguration adapter)
            throws IOException {
        return new PayaraMicroServer(archives, databases, adapter);
    }
}
