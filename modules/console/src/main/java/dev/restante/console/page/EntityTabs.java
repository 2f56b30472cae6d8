package dev.restante.console.page;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import org.jspecify.annotations.Nullable;

/** Tabs of the pages of a queue or subscription. */
public enum EntityTabs {
    /** Tab of the messages. */
    MESSAGES("Messages", "/entity"),
    /** Tab of the rules; for subscriptions only. */
    RULES("Rules", "/subscription"),
    LOCKS("Locks", "/locks"),
    GROUPS("Groups", "/groups"),
    /** Tab of the scheduled and deferred messages. */
    SCHEDULE("Schedule", "/schedule"),
    /** Tab of the options. */
    OPTIONS("Options", "/options");

    private final String title;
    private final String path;

    EntityTabs(String title, String path) {
        this.title = title;
        this.path = path;
    }

    public String path() {
        return path;
    }

    public LocalUrl url(String name) {
        return this == MESSAGES ? PageLinks.entity(name) : LocalUrl.to(path).with("name", name);
    }

    private boolean belongsTo(String name) {
        return this != RULES || SubscriptionNames.isSubscription(name);
    }

    /**
     * Returns the right for this tab, or null.
     *
     * <p>The groups tab needs the right to read messages, because the id of a group is a message property.
     */
    public @Nullable ConsoleRight right() {
        return this == GROUPS ? ConsoleRight.READ : null;
    }

    private boolean isFor(ConsoleUser user) {
        ConsoleRight needed = right();
        return needed == null || user.hasRight(needed);
    }

    /** Returns the navigation between the tabs that exist for an entity and that the user may open. */
    public HtmlElement element(String name, ConsoleUser user) {
        HtmlElement tabs = tag("nav").with("aria-label", "Pages of " + name).with("class", "pager");
        for (EntityTabs tab : values()) {
            if (tab.belongsTo(name) && tab.isFor(user)) {
                HtmlElement link = tag("a", tab.title).with("href", tab.url(name));
                tabs.add(tab == this ? link.with("aria-current", "page") : link);
            }
        }
        return tabs;
    }
}
