package dev.restante.tck.provider;

import java.nio.file.Path;
import java.util.List;

/** Jakarta Messaging provider that the suites can test. */
public interface Provider {

    /** Returns all known providers, Restante's first. */
    static List<Provider> all() {
        return List.of(
                RestanteProvider.onHsqldb(),
                RestanteProvider.onPostgresql(),
                RestanteProvider.onMariadb(),
                new ArtemisProvider(),
                new ClassicProvider());
    }

    /** Returns the name in tables, in the list of known failures and on the command line. */
    String name();

    /**
     * Starts the provider.
     *
     * @param directory an empty directory to which the provider may write
     * @throws Exception if the provider does not start
     */
    RunningProvider start(Path directory) throws Exception;
}
