package dev.restante.ra.console;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.Console;
import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleResponse;
import dev.restante.console.ConsoleSettings;
import dev.restante.model.WorkerThread;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Console of one store from its opening to its closing: passes the requests of the web application to the console
 * module, and logs the actions of users.
 */
final class OpenConsole {

    private static final Logger LOG = LoggerFactory.getLogger("dev.restante.console");

    private final RestanteAdmin admin;
    private final Console console;

    /** Creates a console, which closes the administration when it is closed. */
    OpenConsole(RestanteAdmin admin, boolean readOnly) {
        this.admin = admin;
        // The thread outlives the application that sends the first request, so it must not inherit anything from it.
        this.console = new Console(
                admin,
                new ConsoleSettings(List.of(), readOnly),
                LOG::info,
                task -> new WorkerThread(task, "restante-console-counts"));
    }

    ConsoleResponse answer(ConsoleRequest request) {
        return console.handle(request);
    }

    void close() {
        console.close();
        admin.close();
    }
}
