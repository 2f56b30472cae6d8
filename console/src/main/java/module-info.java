/** Pages and an API to look at queues and messages and to repair dead letters, and doors to them for servers. */
@SuppressWarnings("module") // the command line is compiled after it
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
