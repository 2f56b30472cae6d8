package dev.restante.console.page;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.api.DeadLetterQueueNames;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;

/** Factory of URLs and HTML links to the console's pages, such as the page of an entity or message. */
public final class PageLinks {

    public static final String TOPIC = "/topic";

    public static final String CREATE = "/create";

    public static final String EXPLAIN = "/explain";

    public static final String EDIT = "/edit";

    private PageLinks() {}

    /** Returns the URL of the page of a queue, subscription or dead-letter queue. */
    public static LocalUrl entity(String name) {
        return LocalUrl.to(DeadLetterQueueNames.isDeadLetterQueue(name) ? "/dead-letter-queue" : "/entity")
                .with("name", name);
    }

    public static LocalUrl topic(String name) {
        return LocalUrl.to(TOPIC).with("name", name);
    }

    /**
     * Returns a link to the page that creates an entity.
     *
     * @param kind the kind of the entity: queue or topic
     */
    public static HtmlElement create(String kind) {
        return tag("p").add(tag("a", "Create " + kind)
                .with("href", LocalUrl.to(CREATE).with("kind", kind)));
    }

    public static LocalUrl message(String name, long number) {
        return LocalUrl.to("/message").with("name", name).with("sequenceNumber", String.valueOf(number));
    }

    public static LocalUrl explanation(String name, long number) {
        return LocalUrl.to(EXPLAIN).with("name", name).with("sequenceNumber", String.valueOf(number));
    }

    public static LocalUrl edit(String name, long number) {
        return LocalUrl.to(EDIT).with("name", name).with("sequenceNumber", String.valueOf(number));
    }

    /** Returns the name of an entity as a link to its page. */
    public static HtmlElement named(String name) {
        return tag("a").with("href", entity(name)).add(tag("bdi", name));
    }
}
