package dev.restante.tck.provider;

import java.nio.file.Path;
import java.util.List;

/** A Jakarta Messaging provider that the suites can run against. */
public interface Provider {

    /** All that are known, those of Restante first. */
    static List<Provider> all() {
        return List.of(
                RestanteProvider.onHsqldb(),
                RestanteProvider.onPostgresql(),
                RestanteProvider.onMariadb(),
                new Artemis(),
                new Classic());
    }

    /** What it is called in tables, lists of known failures and on the command line. */
    String name();

    /**
     * Starts it.
     *
     * @param directory an empty directory that it may write to
     * @throws Exception if it does not start
     */
    RunningProvider start(Path directory) throws Exception;
}
