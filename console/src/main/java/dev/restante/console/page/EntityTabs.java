package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.guard.Right;
import dev.restante.console.guard.User;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import org.jspecify.annotations.Nullable;

/** The pages of a queue or subscription, beside each other. */
public enum EntityTabs {
    /** Its messages. */
    MESSAGES("Messages", "/entity"),
    /** The rules of a subscription. */
    RULES("Rules", "/subscription"),
    /** Messages that are locked. */
    LOCKS("Locks", "/locks"),
    /** Its message groups. */
    GROUPS("Groups", "/groups"),
    /** Messages that are scheduled or deferred. */
    SCHEDULE("Time line", "/schedule"),
    /** Its options. */
    OPTIONS("Options", "/options");

    private final String title;
    private final String path;

    EntityTabs(String title, String path) {
        this.title = title;
        this.path = path;
    }

    /** Its path. */
    public String path() {
        return path;
    }

    /** Its page of a queue or subscription. */
    public Url of(String name) {
        return this == MESSAGES ? Links.entity(name) : Url.to(path).with("name", name);
    }

    private boolean belongsTo(String name) {
        return this != RULES || SubscriptionNames.isOne(name);
    }

    /** The right that it needs; null for none. The id of a group is a property of its messages. */
    public @Nullable Right right() {
        return this == GROUPS ? Right.READ : null;
    }

    private boolean isFor(User user) {
        Right needed = right();
        return needed == null || user.may(needed);
    }

    /** The way from this page of a queue or subscription to its others. */
    public Element element(String name, User user) {
        Element tabs = tag("nav").with("aria-label", "Pages of " + name).with("class", "pager");
        for (EntityTabs tab : values()) {
            if (tab.belongsTo(name) && tab.isFor(user)) {
                Element link = tag("a", tab.title).with("href", tab.of(name));
                tabs.add(tab == this ? link.with("aria-current", "page") : link);
            }
        }
        return tabs;
    }
}
