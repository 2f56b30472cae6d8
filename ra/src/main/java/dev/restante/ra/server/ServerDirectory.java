package dev.restante.ra.server;

import java.nio.file.Path;
import java.util.List;

/** Data directory of the application server, the default place of the embedded store. It survives restarts. */
public final class ServerDirectory {

    private record DirectoryProperty(String property, String below) {}

    /** System properties of WildFly, Open Liberty, GlassFish and Payara, and TomEE, in this order. */
    private static final List<DirectoryProperty> PROPERTIES = List.of(
            new DirectoryProperty("jboss.server.data.dir", ""),
            new DirectoryProperty("server.output.dir", ""),
            new DirectoryProperty("com.sun.aas.instanceRoot", ""),
            new DirectoryProperty("catalina.base", "data"));

    private ServerDirectory() {}

    /** Returns the data directory, or the working directory of the JVM if the server is unknown. */
    static Path find() {
        for (DirectoryProperty property : PROPERTIES) {
            String found = System.getProperty(property.property());
            if (found != null && !found.isBlank()) {
                return Path.of(found).resolve(property.below());
            }
        }
        return Path.of("").toAbsolutePath();
    }

    public static String storeUrl() {
        return "jdbc:hsqldb:file:" + find().resolve("restante").resolve("store");
    }
}
