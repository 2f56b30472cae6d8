/** Command-line tool of Restante, which uses only exported packages of the provider and of the console. */
module dev.restante.cli {
    requires com.fasterxml.jackson.core;
    requires dev.restante;
    requires dev.restante.console;
    requires info.picocli;
    requires java.xml;
    requires jdk.httpserver;
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;

    opens dev.restante.cli to
            info.picocli;
    opens dev.restante.cli.console to
            info.picocli;
    opens dev.restante.cli.entity to
            info.picocli;
    opens dev.restante.cli.message to
            info.picocli;
    opens dev.restante.cli.migrate to
            info.picocli;
    opens dev.restante.cli.policy to
            info.picocli;
    opens dev.restante.cli.shell to
            info.picocli;
    opens dev.restante.cli.subscription to
            info.picocli;
    opens dev.restante.cli.transaction to
            info.picocli;
}
