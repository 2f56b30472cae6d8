package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.BulkResult;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.RequestParameters;
import jakarta.jms.JMSException;

/** Action that deletes dead letters permanently. */
final class PurgeAction extends BulkAction {

    static final String NAME = "purge";

    PurgeAction(DeadLetterOperations deadLetters) {
        super(
                NAME,
                ConsoleRight.REMOVE,
                "Permanently removes dead letters, for at most ten seconds.",
                "Purge",
                "purged",
                deadLetters);
    }

    @Override
    HtmlElement questionText(String messages, HtmlElement queue, RequestParameters form) {
        return tag("p").add("Permanently remove " + messages + " of ")
                .add(queue)
                .add("?");
    }

    @Override
    BulkResult run(DeadLetterOperations store, DeadLetterSelection selection, RequestParameters form)
            throws JMSException {
        return store.purge(selection);
    }
}
