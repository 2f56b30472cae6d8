package dev.restante.console;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** The files that all pages of the console load: styles and a script. Thread-safe. */
final class Assets {

    private final Map<String, ConsoleResponse> byPath = Map.of(
            "/console.css", file("console.css", "text/css; charset=utf-8"),
            "/console.js", file("console.js", "text/javascript; charset=utf-8"));

    private static ConsoleResponse file(String name, String type) {
        try (InputStream resource = Assets.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return Responses.of(200, type, resource.readAllBytes(), Map.of());
        } catch (IOException e) {
            throw new IllegalStateException(name + " can't be read", e);
        }
    }

    /** The file at a path. */
    Optional<ConsoleResponse> at(String path) {
        return Optional.ofNullable(byPath.get(path));
    }
}
