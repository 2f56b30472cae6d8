package dev.restante.servers;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Payara Micro")
final class PayaraMicroIT extends ServerContract {

    @Override
    Server create(Archives archives, Databases.Pair databases, Server.Adapter adapter) throws IOException {
        return new PayaraMicro(archives, databases, adapter);
    }
}
