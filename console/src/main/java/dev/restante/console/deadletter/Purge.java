package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.BulkResult;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.Parameters;
import jakarta.jms.JMSException;

/** The removal of dead letters for good. */
final class Purge extends Bulk {

    static final String NAME = "purge";

    Purge(DeadLetters deadLetters) {
        super(
                NAME,
                Right.REMOVE,
                "Removes dead letters for good, for ten seconds at most.",
                "Purge",
                "purged",
                deadLetters);
    }

    @Override
    Element asked(String messages, Element queue, Parameters form) {
        return tag("p").add("Remove for good " + messages + " of ").add(queue).add("?");
    }

    @Override
    BulkResult run(DeadLetters store, Choice choice, Parameters form) throws JMSException {
        return store.purge(choice);
    }
}
