package dev.restante.console.route;

import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.PageLayout;
import jakarta.jms.JMSException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Routing table in which the parts of the console register pages, actions and API resources, and in which requests find
 * them by path. Thread-safe for reading after all sections are registered.
 */
public final class Routes {

    /** Cost of a page or resource, which limits how many of them run at a time. */
    public enum RequestCost {
        /** Cost of a request that reads little. */
        CHEAP,
        /** Cost of a request that may read a lot because the user asked for it. */
        EXPENSIVE
    }

    @FunctionalInterface
    public interface PageRenderer {
        HtmlPage make(UserRequest request) throws JMSException;
    }

    public record PageRoute(RequestCost cost, @Nullable ConsoleRight right, PageRenderer renderer) {}

    private final Map<String, PageRoute> pages = new HashMap<>();
    private final Map<String, ConsoleAction> actions = new HashMap<>();
    private final Map<String, ApiResource> resources = new HashMap<>();
    private final Map<String, String> navigation = new LinkedHashMap<>();

    /** Returns the routes of sections, with the navigation in the order of the list. */
    public static Routes of(List<Section> sections) {
        Routes routes = new Routes();
        sections.forEach(section -> section.routes(routes));
        return routes;
    }

    /** Registers a cheap page that needs no right. */
    public Routes page(String path, PageRenderer renderer) {
        return page(path, RequestCost.CHEAP, null, renderer);
    }

    /** Registers a page. */
    public Routes page(String path, RequestCost cost, @Nullable ConsoleRight right, PageRenderer renderer) {
        requireUnique(pages.put(path, new PageRoute(cost, right, renderer)), path);
        return this;
    }

    public Routes actions(ConsoleAction... some) {
        for (ConsoleAction action : some) {
            requireUnique(actions.put(action.name(), action), action.name());
        }
        return this;
    }

    public Routes resources(ApiResource... some) {
        for (ApiResource each : some) {
            requireUnique(resources.put(each.path(), each), each.path());
        }
        return this;
    }

    public Routes navigationEntry(String title, String path) {
        navigation.put(path, title);
        return this;
    }

    private static void requireUnique(@Nullable Object before, String name) {
        if (before != null) {
            throw new IllegalStateException("Two routes have the path " + name);
        }
    }

    public Optional<PageRoute> page(String path) {
        return Optional.ofNullable(pages.get(path));
    }

    public Optional<ConsoleAction> action(String name) {
        return Optional.ofNullable(actions.get(name));
    }

    /** Returns all actions, sorted by name. */
    public List<ConsoleAction> actions() {
        return actions.values().stream()
                .sorted(Comparator.comparing(ConsoleAction::name))
                .toList();
    }

    public Optional<ApiResource> resources(String path) {
        return Optional.ofNullable(resources.get(path));
    }

    /** Returns all API resources, sorted by path. */
    public List<ApiResource> resources() {
        return resources.values().stream()
                .sorted(Comparator.comparing(ApiResource::path))
                .toList();
    }

    /** Returns the navigation links, with the link to the current page marked. */
    public List<PageLayout.Link> navigation(String here) {
        return navigation.entrySet().stream()
                .map(entry -> new PageLayout.Link(
                        entry.getValue(),
                        LocalUrl.to(entry.getKey()),
                        entry.getKey().equals(here)))
                .toList();
    }
}
