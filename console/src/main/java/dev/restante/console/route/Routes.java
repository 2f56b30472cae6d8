package dev.restante.console.route;

import dev.restante.console.guard.Right;
import dev.restante.console.html.Url;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import jakarta.jms.JMSException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pages and actions of a console by their addresses. Read by many threads once all sections have told theirs. */
public final class Routes {

    /** The cost of a page, which says how many are made at a time. */
    public enum Cost {
        /** Reads little. */
        LOOK,
        /** Reads what may be much, because it was asked to. */
        LONG
    }

    /** Makes a page. */
    @FunctionalInterface
    public interface Maker {
        /** Makes it. */
        Page make(Visit visit) throws JMSException;
    }

    /**
     * A page that has an address.
     *
     * @param right what who looks must have; null for none
     */
    public record Route(Cost cost, @Nullable Right right, Maker maker) {}

    private final Map<String, Route> pages = new HashMap<>();
    private final Map<String, Action> actions = new HashMap<>();
    private final Map<String, Data> data = new HashMap<>();
    private final Map<String, String> navigation = new LinkedHashMap<>();

    /** The routes of sections; the navigation has their order. */
    public static Routes of(List<Section> sections) {
        Routes routes = new Routes();
        sections.forEach(section -> section.routes(routes));
        return routes;
    }

    /** A page. */
    public Routes page(String path, Maker maker) {
        return page(path, Cost.LOOK, null, maker);
    }

    /** A page that costs, or needs a right. */
    public Routes page(String path, Cost cost, @Nullable Right right, Maker maker) {
        once(pages.put(path, new Route(cost, right, maker)), path);
        return this;
    }

    /** Actions. */
    public Routes actions(Action... some) {
        for (Action action : some) {
            once(actions.put(action.name(), action), action.name());
        }
        return this;
    }

    /** Data for scripts. */
    public Routes data(Data... some) {
        for (Data each : some) {
            once(data.put(each.path(), each), each.path());
        }
        return this;
    }

    /** An entry of the navigation. */
    public Routes entry(String title, String path) {
        navigation.put(path, title);
        return this;
    }

    private static void once(@Nullable Object before, String name) {
        if (before != null) {
            throw new IllegalStateException("there are two of " + name);
        }
    }

    /** The page at a path. */
    public Optional<Route> page(String path) {
        return Optional.ofNullable(pages.get(path));
    }

    /** The action of a name. */
    public Optional<Action> action(String name) {
        return Optional.ofNullable(actions.get(name));
    }

    /** All actions, by name. */
    public List<Action> actions() {
        return actions.values().stream()
                .sorted(Comparator.comparing(Action::name))
                .toList();
    }

    /** The data at a path. */
    public Optional<Data> data(String path) {
        return Optional.ofNullable(data.get(path));
    }

    /** All data, by path. */
    public List<Data> data() {
        return data.values().stream().sorted(Comparator.comparing(Data::path)).toList();
    }

    /** The navigation on the page of a path, in the order of the sections. */
    public List<Frame.Link> navigation(String here) {
        return navigation.entrySet().stream()
                .map(entry -> new Frame.Link(
                        entry.getValue(), Url.to(entry.getKey()), entry.getKey().equals(here)))
                .toList();
    }
}
