package dev.restante.console;

import dev.restante.console.guard.ConsoleUser;
import jakarta.jms.JMSException;
import java.io.IOException;

/**
 * Interface of the two handlers of requests of authenticated users: {@link PageHandler} answers browsers with HTML,
 * {@link ApiHandler} answers programs with JSON.
 */
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
