package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.api.DeadLetterQueues;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;

/** The addresses of pages that others lead to. */
public final class Links {

    private Links() {}

    /** The page of a queue, subscription or dead-letter queue. */
    public static Url entity(String name) {
        return Url.to(DeadLetterQueues.isOne(name) ? "/dead-letter-queue" : "/entity")
                .with("name", name);
    }

    /** The page of a message. */
    public static Url message(String name, long number) {
        return Url.to("/message").with("name", name).with("number", String.valueOf(number));
    }

    /** A name that leads to its page. */
    public static Element named(String name) {
        return tag("a").with("href", entity(name)).add(tag("bdi", name));
    }
}
