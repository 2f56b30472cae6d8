package dev.restante.servers;

import java.io.IOException;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Factory for scripts of {@code asadmin} commands for GlassFish and Payara. A script contains the commands of the
 * documentation page and the commands of the tests. The escape string depends on the program that reads the script.
 */
final class AsadminScript {

    private AsadminScript() {}

    static String of(ApplicationServer server, String block, String escape) throws IOException {
        // A colon separates properties, so a colon in a value must be escaped.
        UnaryOperator<String> escaped = value -> value.replace(":", escape + ":");
        String script = server.documentationBlock(block, escaped);
        String config = "create-resource-adapter-config --property url=" + escaped.apply(server.databases.messagesUrl())
                + ":user=restante:password=secret restante\n";
        String properties = server.adapter.properties(server.databases).entrySet().stream()
                .map(property -> property.getKey() + "="
                        + escaped.apply(property.getValue()).replace("=", escape + "="))
                .collect(Collectors.joining(":"));
        String wanted =
                properties.isEmpty() ? "" : "create-resource-adapter-config --property " + properties + " restante\n";
        return DocumentationPage.replaced(script, config, wanted)
                + String.format(
                        Locale.ROOT,
                        """
                deploy --name crash crash.rar
                create-connector-connection-pool --raname crash --connectiondefinition java.util.concurrent.Callable --transactionsupport XATransaction --steadypoolsize 1 --maxpoolsize 50 crash-pool
                create-connector-resource --poolname crash-pool eis/crash
                deploy --name probe %s
                """,
                        server.archives.probe());
    }
}
