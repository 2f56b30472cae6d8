package dev.restante.servers;

import java.io.IOException;

/** The commands of a page for a server of the GlassFish family, and those of the tests. */
final class AsadminScript {

    private AsadminScript() {}

    static String of(Server server, String block) throws IOException {
        String script = server.documented(block, AsadminScript::escaped);
        String config = "create-resource-adapter-config --property url=" + escaped(server.databases.messagesUrl())
                + ":user=restante:password=secret restante\n";
        switch (server.adapter) {
            case AS_DOCUMENTED -> {}
            case NOT_AT_ALL -> script = Page.replaced(script, config, "");
            case WRONGLY ->
                script = Page.replaced(
                        script,
                        config,
                        "create-resource-adapter-config --property options=leaseDurration\\=5s restante\n");
        }
        return script
                + """
                deploy --name crash crash.rar
                create-connector-connection-pool --raname crash --connectiondefinition java.util.concurrent.Callable --transactionsupport XATransaction --steadypoolsize 1 --maxpoolsize 50 crash-pool
                create-connector-resource --poolname crash-pool eis/crash
                deploy --name probe probe.war
                """;
    }

    /** A colon separates properties. */
    private static String escaped(String value) {
        return value.replace(":", "\\:");
    }
}
