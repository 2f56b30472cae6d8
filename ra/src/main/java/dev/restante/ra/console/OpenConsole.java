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

/** A console on a node that the adapter has. What is done there is logged. */
final class OpenConsole {

    private static final Logger LOG = LoggerFactory.getLogger("dev.restante.console");

    private final RestanteAdmin admin;
    private final Console console;

    /** Closes the administration at its end. */
    OpenConsole(RestanteAdmin admin, boolean readOnly) {
        this.admin = admin;
        // Its thread outlives the application that asks first, and has nothing of it.
        this.console = new Console(
                admin,
                new ConsoleSettings(List.of(), readOnly),
                LOG::info,
                task -> new WorkerThread(task, "restante-console-census"));
    }

    ConsoleResponse answer(ConsoleRequest request) {
        return console.handle(request);
    }

    void close() {
        console.close();
        admin.close();
    }
}
