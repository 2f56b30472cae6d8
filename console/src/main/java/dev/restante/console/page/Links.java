package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.store.DeadLetters;

/** The addresses of pages. */
final class Links {

    private Links() {}

    static Url overview() {
        return Url.to("/");
    }

    static Url deadLetters() {
        return Url.to("/dead-letters");
    }

    /** The page of a queue, subscription or dead-letter queue. */
    static Url entity(String name) {
        return Url.to(DeadLetters.isDeadLetterQueue(name) ? "/dead-letters" : "/entity")
                .with("name", name);
    }

    static Url message(String name, long number) {
        return Url.to("/message").with("name", name).with("number", String.valueOf(number));
    }

    /** A name that leads to its page. */
    static Element named(String name) {
        return tag("a").with("href", entity(name)).add(tag("bdi", name));
    }
}
