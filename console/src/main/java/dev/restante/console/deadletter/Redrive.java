package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.BulkResult;
import dev.restante.console.count.Census;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import jakarta.jms.JMSException;

/** The move of dead letters back to where they came from. */
final class Redrive extends Bulk {

    static final String NAME = "redrive";

    Redrive(DeadLetters deadLetters, Census census) {
        super("Redrive", "redriven", deadLetters, census);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Right right() {
        return Right.REPAIR;
    }

    @Override
    Element asked(String messages, Element queue) {
        return tag("p").add("Move " + messages + " of ").add(queue).add(" back to where they came from?");
    }

    @Override
    BulkResult run(DeadLetters store, Choice choice) throws JMSException {
        return store.redrive(choice);
    }
}
