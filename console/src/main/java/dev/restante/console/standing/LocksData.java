package dev.restante.console.standing;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessagePage;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.route.Data;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.List;

/** The locked messages of a queue or subscription, for scripts. */
final class LocksData implements Section {

    private static final Shape LOCK = Shape.object("A locked message")
            .with("sequenceNumber", Shape.text("Its number in the queue or subscription"))
            .withOptional("node", Shape.text("The node that has it; none for a prepared transaction"))
            .withOptional("lockedUntil", Shape.time("When its lock ends unless renewed, where that is known"))
            .with("deliveryCount", Shape.number("How often it was received before"))
            .with("enqueuedAt", Shape.time("From when its time to live counts"));

    private final RestanteAdmin admin;

    LocksData(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.data(Data.at(
                "/locks",
                "The locked messages of a queue or subscription, 50 at a time, with who has them",
                List.of(
                        Parameter.name("The full name of the queue or subscription"),
                        Parameter.optional("after", Shape.text("'next' of the page before"))),
                Shape.object("A page of locked messages")
                        .with("locks", Shape.list("At most 50; there may be none on a page that is not the last", LOCK))
                        .withOptional("next", Shape.text("'after' of the next page")),
                this::locks));
    }

    private Object locks(Visit visit) throws JMSException {
        MessagePage page = LocksPage.locked(admin, visit.parameters());
        return new Fields()
                .with("locks", page.messages().stream().map(LocksData::lock).toList())
                .withPresent("next", page.next())
                .done();
    }

    private static Object lock(MessageDescription message) {
        return new Fields()
                .with("sequenceNumber", String.valueOf(message.sequenceNumber()))
                .withPresent("node", message.lockedBy())
                .withPresent("lockedUntil", message.lockedUntil())
                .with("deliveryCount", message.deliveryCount())
                .with("enqueuedAt", message.enqueuedAt())
                .done();
    }
}
