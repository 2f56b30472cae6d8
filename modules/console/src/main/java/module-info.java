/**
 * Web console of a store, with pages and a JSON API, and adapters for the HTTP server of the JDK and for servlet
 * containers.
 */
@SuppressWarnings("module") // dev.restante.cli is compiled after this module
module dev.restante.console {
    requires transitive dev.restante;
    requires com.fasterxml.jackson.core;
    requires static jakarta.servlet;
    requires static jdk.httpserver;
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;

    exports dev.restante.console;
    exports dev.restante.console.guard;
    exports dev.restante.console.json to
            dev.restante.cli;
    exports dev.restante.console.server;
    exports dev.restante.console.servlet;
}
