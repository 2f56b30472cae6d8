package dev.restante.console.deadletter;

import dev.restante.admin.DeadLetterReasons;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.route.Data;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;

/** The dead letters of a queue or subscription by reason and source, for scripts. */
public final class DeadLettersData implements Section {

    private static final Parameter NAME = Parameter.name("The full name of the dead-letter queue");

    private static final Shape GROUP = Shape.object("Dead letters of one reason and source")
            .withOptional("reason", Shape.text("None for those without a reason"))
            .withOptional("source", Shape.text("The full name of where they came from"))
            .with("messages", Shape.number("How many"));

    private final RestanteAdmin admin;
    private final DeadLetters deadLetters;

    /** Of a store. */
    public DeadLettersData(RestanteAdmin admin) {
        this.admin = admin;
        this.deadLetters = new DeadLetters(admin);
    }

    @Override
    public void routes(Routes routes) {
        routes.data(
                Data.at(
                        "/dead-letter-groups",
                        "The first 1,000 dead letters of a queue or subscription by reason and source",
                        List.of(NAME),
                        Shape.object("Dead letters")
                                .with("looked", Shape.number("How many were looked at"))
                                .with("complete", Shape.truth("Whether these are all"))
                                .with("groups", Shape.list("The largest first", GROUP)),
                        this::groups),
                Data.at(
                                "/reasons",
                                "All dead letters of a queue or subscription by reason: reads each of them",
                                List.of(NAME),
                                Shape.object("Dead letters")
                                        .with(
                                                "reasons",
                                                Shape.list(
                                                        "The most frequent first, 100 at most",
                                                        Shape.object("Dead letters of one reason")
                                                                .with("reason", Shape.text("Empty for none"))
                                                                .with("messages", Shape.number("How many"))))
                                        .with("others", Shape.number("How many have other reasons")),
                                this::reasons)
                        .costing(Cost.LONG));
    }

    private Object groups(Visit visit) throws JMSException {
        DeadLetters.Groups groups = deadLetters.groups(Choice.deadLetterQueue(visit.parameters()));
        return new Fields()
                .with("looked", groups.looked())
                .with("complete", groups.complete())
                .with(
                        "groups",
                        groups.groups().stream()
                                .map(group -> new Fields()
                                        .withPresent("reason", group.reason())
                                        .withPresent("source", group.source())
                                        .with("messages", group.count())
                                        .done())
                                .toList())
                .done();
    }

    private Object reasons(Visit visit) throws JMSException {
        DeadLetterReasons reasons = admin.messages(Choice.deadLetterQueue(visit.parameters()))
                .deadLetterReasons(DeadLettersPage.MOST_REASONS);
        List<Object> counted = new ArrayList<>();
        reasons.byReason()
                .forEach((reason, count) -> counted.add(new Fields()
                        .with("reason", reason)
                        .with("messages", count)
                        .done()));
        return new Fields()
                .with("reasons", counted)
                .with("others", reasons.others())
                .done();
    }
}
