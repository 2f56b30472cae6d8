package dev.restante.console.configure;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Url;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The deletion of a queue or topic with all that it has. */
final class Delete extends TargetAction {

    static final String NAME = "entity-delete";

    Delete(RestanteAdmin admin) {
        super(admin, NAME, Right.REMOVE, "Deletes a queue or topic with all that it has.");
    }

    @Override
    Target target(Parameters form) {
        Target target = super.target(form);
        if (!target.deletable()) {
            throw Refusal.badRequest("'" + target.name() + "' can't be deleted here.");
        }
        return target;
    }

    @Override
    public Optional<Question> question(Parameters form) throws JMSException {
        Target target = target(form);
        Target.Belongings belongings = target.belongings();
        Question question = new Question(
                "Delete " + target.kind(),
                List.of(
                        tag("p").add("Delete the " + target.kind() + " ")
                                .add(tag("bdi", target.name()))
                                .add(" with " + belongings.text() + "?"),
                        tag("p", "What arrives until you confirm goes, too. Its receivers find that it is gone.")
                                .with("class", "note")),
                "Delete " + belongings.text(),
                target.page());
        OptionalLong messages = belongings.messages();
        return Optional.of(messages.isPresent() ? question.about(messages.getAsLong()) : question);
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        Target target = target(form);
        String belongings = target.belongings().text();
        if (!target.delete()) {
            throw new Refusal(
                    404,
                    ErrorCodes.ENTITY_NOT_FOUND,
                    "There is no " + target.kind() + " '" + target.name() + "' any more.");
        }
        return Outcome.of(
                "Deleted",
                "The " + target.kind() + " " + target.name() + " was deleted.",
                "deleted with " + belongings,
                tag("a", "Overview").with("href", Url.to("/")));
    }
}
