/** Pages to look at queues and messages and to repair dead letters, which know nothing of a server. */
module dev.restante.console {
    requires transitive dev.restante;
    requires com.fasterxml.jackson.core;
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;

    exports dev.restante.console;
}
