package dev.restante.console;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** Style sheet and script of all pages. Thread-safe. */
final class StaticAssets {

    private final Map<String, ConsoleResponse> byPath = Map.of(
            "/console.css", file("console.css", "text/css; charset=utf-8"),
            "/console.js", file("console.js", "text/javascript; charset=utf-8"));

    private static ConsoleResponse file(String name, String type) {
        try (InputStream resource = StaticAssets.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return ResponseFactory.of(200, type, resource.readAllBytes(), Map.of());
        } catch (IOException e) {
            throw new IllegalStateException(name + " cannot be read", e);
        }
    }

    Optional<ConsoleResponse> find(String path) {
        return Optional.ofNullable(byPath.get(path));
    }
}
