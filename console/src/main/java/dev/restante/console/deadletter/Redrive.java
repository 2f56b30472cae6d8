package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.BulkResult;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.console.guard.Right;
import dev.restante.console.guard.User;
import dev.restante.console.html.Element;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;

/** The move of dead letters back to where they came from, or to another queue; at once or in the background. */
final class Redrive extends Bulk {

    static final String NAME = "redrive";

    Redrive(DeadLetters deadLetters) {
        super(
                NAME,
                Right.REPAIR,
                "Moves dead letters back to where they came from or to another queue, for ten seconds at most or as a job.",
                "Redrive",
                "redriven",
                deadLetters);
    }

    @Override
    public String about(Parameters form) {
        return super.about(form) + Way.of(form).text();
    }

    @Override
    Element asked(String messages, Element queue, Parameters form) {
        String target = Way.of(form).target();
        Element question = tag("p").add("Move " + messages + " of ").add(queue);
        return target == null
                ? question.add(" back to where they came from?")
                : question.add(" to ").add(tag("bdi", target)).add("?");
    }

    @Override
    List<Element> fields() {
        return Way.fields();
    }

    @Override
    List<Parameter> open() {
        return Way.PARAMETERS;
    }

    @Override
    BulkResult run(DeadLetters store, Choice choice, Parameters form) throws JMSException {
        return store.redrive(choice, Way.of(form));
    }

    @Override
    public Outcome run(Parameters form, User user) throws JMSException {
        Way way = Way.of(form);
        if (!way.background()) {
            return run(form);
        }
        RedriveJobDescription job = deadLetters.begin(Choice.of(form), way, user.name());
        return Outcome.of(
                        "Redrive",
                        "It goes on in the background, also when this console ends: " + Tables.count(job.total())
                                + " messages are there.",
                        "job " + job.id() + " begun, " + job.total() + " messages are there",
                        tag("a", "Jobs").with("href", JobsPage.HERE))
                .with(Map.of("job", String.valueOf(job.id()), "total", job.total()));
    }
}
