package dev.restante.console;

import dev.restante.console.guard.ConsoleUser;
import jakarta.jms.JMSException;
import java.io.IOException;

/** Handler of the requests of authenticated users, as HTML or as JSON. */
interface RequestHandler {

    /**
     * Answers a request.
     *
     * @param path the path below the base path
     */
    ConsoleResponse handle(ConsoleRequest request, String path, ConsoleUser user) throws JMSException, IOException;

    /** Returns the response for a rejected or failed request. */
    ConsoleResponse failure(ConsoleRequest request, ConsoleUser user, int status, String code, String text);
}
