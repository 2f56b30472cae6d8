package dev.restante.console.route;

import dev.restante.console.guard.Right;
import dev.restante.console.html.Url;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.HashMap;
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
    private final List<Frame.Link> navigation = new ArrayList<>();

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

    /** An entry of the navigation. */
    public Routes entry(String title, String path) {
        navigation.add(new Frame.Link(title, Url.to(path)));
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

    /** The navigation, in the order of the sections. */
    public List<Frame.Link> navigation() {
        return List.copyOf(navigation);
    }
}
