package dev.restante.ra.server;

import java.nio.file.Path;
import java.util.List;

/**
 * The directory in which a server keeps what must outlive its restart: there the embedded store is, if nobody says
 * otherwise.
 */
public final class ServerDirectory {

    private record Place(String property, String below) {}

    /** WildFly; Open Liberty; GlassFish and Payara; TomEE. */
    private static final List<Place> PLACES = List.of(
            new Place("jboss.server.data.dir", ""),
            new Place("server.output.dir", ""),
            new Place("com.sun.aas.instanceRoot", ""),
            new Place("catalina.base", "data"));

    private ServerDirectory() {}

    /** Its directory, else the one where the JVM was started. */
    static Path find() {
        for (Place place : PLACES) {
            String found = System.getProperty(place.property());
            if (found != null && !found.isBlank()) {
                return Path.of(found).resolve(place.below());
            }
        }
        return Path.of("").toAbsolutePath();
    }

    /** The URL of the store there. */
    public static String storeUrl() {
        return "jdbc:hsqldb:file:" + find().resolve("restante").resolve("store");
    }
}
