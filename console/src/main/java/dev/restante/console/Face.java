package dev.restante.console;

import dev.restante.console.guard.User;
import jakarta.jms.JMSException;
import java.io.IOException;

/** A face of the console: how it answers those who are in. */
interface Face {

    /**
     * Answers a request.
     *
     * @param path without the base
     */
    ConsoleResponse answer(ConsoleRequest request, String path, User user) throws JMSException, IOException;

    /** Tells what was refused or has failed. */
    ConsoleResponse failure(ConsoleRequest request, User user, int status, String code, String text);
}
