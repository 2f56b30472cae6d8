package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.api.DeadLetterQueues;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;

/** The addresses of pages that others lead to. */
public final class Links {

    /** The page of a topic. */
    public static final String TOPIC = "/topic";

    /** The page that creates a queue or topic. */
    public static final String CREATE = "/create";

    /** The page that tells why a message is not delivered. */
    public static final String EXPLAIN = "/explain";

    /** The path of the form that edits a dead letter. */
    public static final String EDIT = "/edit";

    private Links() {}

    /** The page of a queue, subscription or dead-letter queue. */
    public static Url entity(String name) {
        return Url.to(DeadLetterQueues.isOne(name) ? "/dead-letter-queue" : "/entity")
                .with("name", name);
    }

    /** The page of a topic. */
    public static Url topic(String name) {
        return Url.to(TOPIC).with("name", name);
    }

    /** The page that creates something of a kind. */
    public static Element create(String kind) {
        return tag("p").add(
                        tag("a", "Create " + kind).with("href", Url.to(CREATE).with("kind", kind)));
    }

    /** The page of a message. */
    public static Url message(String name, long number) {
        return Url.to("/message").with("name", name).with("number", String.valueOf(number));
    }

    /** The reasons why a message is not delivered. */
    public static Url explanation(String name, long number) {
        return Url.to(EXPLAIN).with("name", name).with("number", String.valueOf(number));
    }

    /** The form that edits a dead letter. */
    public static Url edit(String name, long number) {
        return Url.to(EDIT).with("name", name).with("number", String.valueOf(number));
    }

    /** A name that leads to its page. */
    public static Element named(String name) {
        return tag("a").with("href", entity(name)).add(tag("bdi", name));
    }
}
