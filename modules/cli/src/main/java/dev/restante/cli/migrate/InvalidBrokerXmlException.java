package dev.restante.cli.migrate;

import java.io.Serial;

/** Failure to read a configuration file, with a message that names the line and the remedy. */
final class InvalidBrokerXmlException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    InvalidBrokerXmlException(String message) {
        super(message);
    }

    static InvalidBrokerXmlException at(int line, String message) {
        return new InvalidBrokerXmlException("line " + line + ": " + message);
    }
}
